// A test that imports Experiments sees the types of Simulation too, as it did when they were one.
@_exported import Simulation
