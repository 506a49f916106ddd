"""Reachability by igraph or networkx on one file of edges: reach.py <edges> <nodes> <starts> <repeats> <library>.

Edges lead from each transaction to those that spend it. Prints a JSON line with the seconds of each run, the search alone
and with the graph built (edges already in memory), and the digest of the reached set.
"""
import hashlib
import json
import sys
import time

import numpy

path, nodes, starts, repeats, library = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5]
if library == "igraph":
    import igraph
else:
    import networkx
pairs = numpy.fromfile(path, dtype=numpy.uint32).reshape(-1, 2)
first = [int(start) for start in starts.split(",")]

built, searched = [], []
for _ in range(repeats):
    started = time.perf_counter()
    # One node more leads to all starts, so that one search answers for all of them.
    extra = numpy.array([[nodes, start] for start in first], dtype=numpy.uint32)
    edges = numpy.concatenate([pairs, extra])
    if library == "igraph":
        graph = igraph.Graph(n=nodes + 1, edges=edges, directed=True)
    else:
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(nodes + 1))
        graph.add_edges_from(edges.tolist())
    ready = time.perf_counter()
    members = graph.subcomponent(nodes, mode="out") if library == "igraph" else networkx.descendants(graph, nodes)
    ended = time.perf_counter()
    built.append(ended - started)
    searched.append(ended - ready)
reached = numpy.zeros(nodes, dtype=numpy.uint8)
reached[numpy.asarray([member for member in members if member != nodes])] = 1
print(
    json.dumps(
        {
            "subject": library,
            "built": built,
            "searched": searched,
            "reached": int(reached.sum()),
            "digest": hashlib.sha256(reached.tobytes()).hexdigest(),
        }
    )
)
