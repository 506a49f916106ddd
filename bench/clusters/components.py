"""One contestant on one file of edges: components.py <scipy|igraph> <edges> <nodes> <repeats>.

Prints a JSON line with the seconds of each run (graph built and components found, edges already in memory)
and the digest of the components, each named by its smallest member.
"""
import hashlib
import json
import sys
import time

import numpy

subject, path, nodes, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
pairs = numpy.fromfile(path, dtype=numpy.uint32).reshape(-1, 2)


def run_scipy():
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    started = time.perf_counter()
    ones = numpy.ones(len(pairs), dtype=numpy.int8)
    graph = coo_matrix((ones, (pairs[:, 0], pairs[:, 1])), shape=(nodes, nodes)).tocsr()
    _, labels = connected_components(graph, directed=False)
    return time.perf_counter() - started, labels


def run_igraph():
    import igraph

    started = time.perf_counter()
    graph = igraph.Graph(n=nodes, edges=pairs)
    labels = graph.connected_components().membership
    return time.perf_counter() - started, numpy.asarray(labels)


seconds = []
for _ in range(repeats):
    spent, labels = run_scipy() if subject == "scipy" else run_igraph()
    seconds.append(spent)
smallest = numpy.full(labels.max() + 1, nodes, dtype=numpy.uint32)
numpy.minimum.at(smallest, labels, numpy.arange(nodes, dtype=numpy.uint32))
roots = smallest[labels].astype(numpy.uint32)
digest = hashlib.sha256(roots.tobytes()).hexdigest()
print(json.dumps({"subject": subject, "runs": seconds, "components": int(labels.max()) + 1, "digest": digest}))
