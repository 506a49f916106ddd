import type { ElementDefinition } from 'cytoscape';
import { type Route, toControlPoints } from './edge-route.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

export function nodeClasses({ shape, family, colour }: SceneNode): string {
  return `${shape}${family && shape !== 'bar' ? ` cat-${family}` : ''}${colour ? ` mark-${colour}` : ''}`;
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
export function edgeClasses(
  { basis, colour, from, to }: SceneEdge,
  route: Route | undefined,
  isPlain: boolean,
): string {
  const names = [
    ...(basis === 'fact' ? [] : [basis]),
    ...(colour ? [`mark-${colour}`] : []),
    ...(from === to ? ['loop'] : []),
    ...(isPlain && from !== to ? ['plain'] : []),
    ...(route && route.bend[0] < 0 ? ['back'] : []),
  ];
  return names.join(' ');
}

/** How an edge runs, as data that the style reads. */
export function routeData(route: Route, source: SceneNode, target: SceneNode) {
  const { weights, distances } = toControlPoints(route, source, target);
  return {
    sourceEnd: `${route.sourceX}px ${route.sourceY}px`,
    targetEnd: `${route.targetX}px ${route.targetY}px`,
    weights,
    distances,
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
