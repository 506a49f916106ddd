"""Reachability by igraph on one file of edges: reach.py <edges> <nodes> <starts> <repeats>.

Edges lead from each transaction to those that spend it. Prints a JSON line with the seconds of each run, the search alone
and with the graph built (edges already in memory), and the digest of the reached set.
"""
import hashlib
import json
import sys
import time

import igraph
import numpy

path, nodes, starts, repeats = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
pairs = numpy.fromfile(path, dtype=numpy.uint32).reshape(-1, 2)
first = [int(start) for start in starts.split(",")]

built, searched = [], []
for _ in range(repeats):
    started = time.perf_counter()
    # One node more leads to all starts, so that one search answers for all of them.
    extra = numpy.array([[nodes, start] for start in first], dtype=numpy.uint32)
    graph = igraph.Graph(n=nodes + 1, edges=numpy.concatenate([pairs, extra]), directed=True)
    ready = time.perf_counter()
    members = graph.subcomponent(nodes, mode="out")
    ended = time.perf_counter()
    built.append(ended - started)
    searched.append(ended - ready)
reached = numpy.zeros(nodes, dtype=numpy.uint8)
reached[numpy.asarray([member for member in members if member != nodes])] = 1
print(
    json.dumps(
        {
            "subject": "igraph",
            "built": built,
            "searched": searched,
            "reached": int(reached.sum()),
            "digest": hashlib.sha256(reached.tobytes()).hexdigest(),
        }
    )
)
