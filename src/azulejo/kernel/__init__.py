"""The ground every rulebook stands on: compiled rules, records, random numbers, bits.

Read in this order: :mod:`struct` (what a position is made of), :mod:`rule` (how a
function becomes compiled), :mod:`dispatch` (how generic code calls the right game's
function), :mod:`chance` (the random stream), :mod:`bits`, :mod:`cache`.
"""
