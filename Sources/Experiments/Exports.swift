// Tests that import Experiments get the types of Simulation too, which once was a part of it.
@_exported import Simulation
