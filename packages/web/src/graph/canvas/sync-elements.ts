import type { Route } from '@trailmark/drawing/flow/edge-route';
import type { Scene, SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { Core } from 'cytoscape';
import { edgeClasses, edgeElement, nodeClasses, nodeElement, routeData } from './to-elements.ts';

export interface Sync {
  readonly before: Scene | undefined;
  readonly scene: Scene;
  readonly routes: ReadonlyMap<string, Route>;
  /** Edges without bends. */
  readonly isPlain: boolean;
}

function removeGone(cy: Core, { nodes, edges }: Scene): void {
  cy.elements()
    .filter((each) => !(each.isNode() ? nodes.has(each.id()) : edges.has(each.id())))
    .remove();
}

function addNew(cy: Core, { before, scene, routes, isPlain }: Sync): void {
  const nodes = [...scene.nodes.values()].filter(({ id }) => !before?.nodes.has(id)).map(nodeElement);
  const edges = [...scene.edges.values()].flatMap((edge) => {
    const route = routes.get(edge.id);
    if (before?.edges.has(edge.id) || !route) return [];
    return edgeElement(edge, route, scene, isPlain) ?? [];
  });
  cy.add([...nodes, ...edges]);
}

function updateNode(cy: Core, held: SceneNode, node: SceneNode): void {
  const element = cy.getElementById(node.id);
  const { x, y } = element.position();
  if (x !== node.x || y !== node.y) element.position({ x: node.x, y: node.y });
  if (held.width !== node.width || held.height !== node.height)
    element.data({ width: node.width, height: node.height });
  if (nodeClasses(held) !== nodeClasses(node)) element.classes(nodeClasses(node));
}

function updateEdges(cy: Core, { before, scene, routes, isPlain }: Sync): void {
  for (const edge of scene.edges.values()) {
    const held = before?.edges.get(edge.id);
    if (!held) continue;
    const element = cy.getElementById(edge.id);
    if (held.width !== edge.width) element.data({ width: edge.width });
    const classes = edgeClasses(edge, routes.get(edge.id), isPlain);
    if (element.scratch('classes') === classes) continue;
    element.classes(classes);
    element.scratch('classes', classes);
  }
}

/** Hands edges their ways where these changed. */
export function reroute(cy: Core, routes: ReadonlyMap<string, Route>, scene: Scene): void {
  for (const [id, route] of routes) {
    const edge = scene.edges.get(id);
    const source = scene.nodes.get(edge?.from ?? '');
    const target = scene.nodes.get(edge?.to ?? '');
    const element = cy.getElementById(id);
    if (!source || !target || element.empty()) continue;
    const next = routeData(route, source, target);
    const held = element.data();
    const isSame =
      held.sourceEnd === next.sourceEnd &&
      held.targetEnd === next.targetEnd &&
      String(held.distances) === String(next.distances) &&
      String(held.weights) === String(next.weights);
    if (!isSame) element.data(next);
  }
}

/** Makes the library's elements those of a scene; what did not change is not touched. */
export function syncElements(cy: Core, sync: Sync): void {
  const { before, scene, routes } = sync;
  removeGone(cy, scene);
  if (before) {
    for (const node of scene.nodes.values()) {
      const held = before.nodes.get(node.id);
      if (held) updateNode(cy, held, node);
    }
    updateEdges(cy, sync);
    reroute(cy, routes, scene);
  }
  addNew(cy, sync);
}
