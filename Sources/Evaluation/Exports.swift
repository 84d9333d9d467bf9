// Code that evaluates a run also needs the types of its results.
@_exported import Assessments
