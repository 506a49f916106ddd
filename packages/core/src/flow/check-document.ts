import { type FlowDocument, MAX_FLOW_EDGES, MAX_FLOW_NODES } from './flow-document.ts';

const MAX_TEXT = 120;

/** Ids are somebody else's text: quoted and cut. */
function quote(id: string): string {
  return `“${id.length > MAX_TEXT ? `${id.slice(0, MAX_TEXT)}…` : id}”`;
}

function checkCounts({ nodes, edges, places, marks, groups }: FlowDocument): string | undefined {
  const counts: readonly (readonly [number, number, string])[] = [
    [Object.keys(nodes).length, MAX_FLOW_NODES, 'nodes'],
    [Object.keys(edges).length, MAX_FLOW_EDGES, 'payments'],
    [Object.keys(places).length, MAX_FLOW_NODES, 'places'],
    [Object.keys(marks).length, MAX_FLOW_NODES + MAX_FLOW_EDGES, 'annotations'],
    [Object.keys(groups).length, 1_000, 'groups'],
  ];
  const over = counts.find(([count, limit]) => count > limit);
  return over && `The coin flow has ${over[0]} ${over[2]}. It takes at most ${over[1]}.`;
}

function checkEnds({ nodes, edges }: FlowDocument): string | undefined {
  for (const [key, { id, from, to }] of Object.entries(edges)) {
    if (id !== key) return `The payment under ${quote(key)} calls itself ${quote(id)}. Both have to be the same.`;
    const missing = [from, to].find((end) => !Object.hasOwn(nodes, end));
    if (missing !== undefined)
      return `The payment ${quote(id)} ends at ${quote(missing)}, which is not among the nodes of the coin flow.`;
  }
  return undefined;
}

function checkNodes({ nodes }: FlowDocument): string | undefined {
  const wrong = Object.entries(nodes).find(([key, { id }]) => key !== id);
  return wrong && `The node under ${quote(wrong[0])} calls itself ${quote(wrong[1].id)}. Both have to be the same.`;
}

function* listNames({ nodes, edges, assets, groups, marks, places }: FlowDocument): Generator<string> {
  for (const record of [nodes, edges, assets, groups, marks, places]) yield* Object.keys(record);
  for (const { asset } of Object.values(edges)) yield asset;
  for (const { group } of Object.values(marks)) if (group !== undefined) yield group;
  for (const { amounts, stops } of Object.values(nodes)) {
    for (const { asset } of amounts) yield asset;
    for (const { asset } of stops) yield asset;
  }
}

/** `constructor`, `toString`, …: read from a record that has no such member they still give something. */
function checkNames(document: FlowDocument): string | undefined {
  for (const name of listNames(document)) {
    if (name in Object.prototype)
      return `A thing of the coin flow is called ${quote(name)}, which can be no name here.`;
  }
  return undefined;
}

function checkExhibits({ marks, exhibits }: FlowDocument): string | undefined {
  const owners = new Map<number, string>();
  for (const [id, { exhibit }] of Object.entries(marks)) {
    if (exhibit === undefined) continue;
    const other = owners.get(exhibit);
    if (other !== undefined)
      return `Exhibit E${exhibit} is given to ${quote(other)} and to ${quote(id)}. A number belongs to one thing.`;
    if (exhibit > exhibits)
      return `Exhibit E${exhibit} is higher than the last number given, ${exhibits}. Numbers would be given twice.`;
    owners.set(exhibit, id);
  }
  return undefined;
}

/**
 * What contradicts itself in a document whose shape is right, as a sentence that names the place: too many things, a payment
 * without its ends, a thing under another name or one that every object has, an exhibit number given twice. Undefined where nothing does.
 */
export function findFlowFault(document: FlowDocument): string | undefined {
  return (
    checkCounts(document) ??
    checkNames(document) ??
    checkNodes(document) ??
    checkEnds(document) ??
    checkExhibits(document)
  );
}
