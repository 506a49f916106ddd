import type { Route } from '@trailmark/drawing/flow/edge-route';
import type { Scene, SceneEdge, SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { ElementDefinition } from 'cytoscape';

export function nodeClasses({ shape, family, mark }: SceneNode): string {
  return `${shape}${family && shape !== 'bar' ? ` cat-${family}` : ''}${mark?.colour ? ` mark-${mark.colour}` : ''}`;
}

export function nodeElement(node: SceneNode): ElementDefinition {
  return {
    group: 'nodes',
    data: { id: node.id, width: node.width, height: node.height },
    position: { x: node.x, y: node.y },
    classes: nodeClasses(node),
  };
}

/** Loops and, where there are very many, all edges run without curves of their own. */
export function edgeClasses({ basis, mark, from, to }: SceneEdge, route: Route | undefined, isPlain: boolean): string {
  const names = [
    ...(basis === 'fact' ? [] : [basis]),
    ...(mark?.colour ? [`mark-${mark.colour}`] : []),
    ...(from === to ? ['loop'] : []),
    ...(isPlain && from !== to ? ['plain'] : []),
    ...(route?.isBack ? ['back'] : []),
  ];
  return names.join(' ');
}

/** What the drawing library wants: ends next to the nodes, and bends as weights along, and distances from, the straight line. */
export function routeData({ from, to, bends }: Route, source: SceneNode, target: SceneNode) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy || 1;
  const straight = Math.sqrt(length);
  const points = bends.map(([x, y]) => [x - from[0], y - from[1]] as const);
  return {
    sourceEnd: `${from[0] - source.x}px ${from[1] - source.y}px`,
    targetEnd: `${to[0] - target.x}px ${to[1] - target.y}px`,
    weights: points.map(([x, y]) => (x * dx + y * dy) / length),
    distances: points.map(([x, y]) => (y * dx - x * dy) / straight),
  };
}

export function edgeElement(
  edge: SceneEdge,
  route: Route,
  scene: Scene,
  isPlain: boolean,
): ElementDefinition | undefined {
  const source = scene.nodes.get(edge.from);
  const target = scene.nodes.get(edge.to);
  if (!source || !target) return undefined;
  return {
    group: 'edges',
    data: { id: edge.id, source: edge.from, target: edge.to, width: edge.width, ...routeData(route, source, target) },
    classes: edgeClasses(edge, route, isPlain),
  };
}
