import { parseSync } from 'oxc-parser';

/** One planted fault: the text between two places of a source file becomes another. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What was done, in words: `operator`, `constant`, `condition`, `statement`, `arguments`, `word`. */
  readonly kind: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '%': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Words that the log, a status or a screen depends on: values of these keys. */
const KEYS_OF_WORDS = new Set([
  'action',
  'outcome',
  'reason',
  'kind',
  'access',
  'audit',
  'certainty',
  'status',
  'state',
]);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Children of a node in the order of the text; types and imports are none. */
function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || /^TS(?:As|NonNull|Satisfies)/.test(type));
}

/** Position of the operator of an expression of two sides. */
function findOperator(source: string, left: Node, right: Node, operator: string): Mutant[] {
  const text = OPERATORS[operator];
  const gap = source.slice(left.end, right.start);
  const at = gap.indexOf(operator);
  if (text === undefined || at < 0) return [];
  const start = left.end + at;
  return [{ start, end: start + operator.length, text, kind: 'operator' }];
}

function mutateLiteral({ start, end, value, bigint, raw }: Node): Mutant[] {
  if (typeof value === 'boolean') return [{ start, end, text: String(!value), kind: 'constant' }];
  if (typeof bigint === 'string') return [{ start, end, text: `${BigInt(bigint) + 1n}n`, kind: 'constant' }];
  if (typeof value !== 'number' || String(raw).includes('.')) return [];
  return [{ start, end, text: String(value + 1), kind: 'constant' }];
}

function mutateCall(source: string, node: Node): Mutant[] {
  const [first, second, ...more] = node.arguments as Node[];
  if (!first || !second || more.length > 0) return [];
  const isPlain = ({ type }: Node) => /^(?:Identifier|MemberExpression|CallExpression)$/.test(type);
  if (!isPlain(first) || !isPlain(second)) return [];
  const text = `${source.slice(second.start, second.end)}, ${source.slice(first.start, first.end)}`;
  return [{ start: first.start, end: second.end, text, kind: 'arguments' }];
}

function mutateProperty(node: Node): Mutant[] {
  const key = node.key as Node;
  const value = node.value as Node;
  const isWord = KEYS_OF_WORDS.has(String(key.name)) && value.type === 'Literal' && typeof value.value === 'string';
  return isWord ? [{ start: value.start, end: value.end, text: `'planted' as never`, kind: 'word' }] : [];
}

function mutateNode(source: string, node: Node): Mutant[] {
  const { type, start, end } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    return findOperator(source, node.left as Node, node.right as Node, String(node.operator));
  }
  if (type === 'Literal') return mutateLiteral(node);
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const test = node.test as Node;
    const text = `!(${source.slice(test.start, test.end)})`;
    return [{ start: test.start, end: test.end, text, kind: 'condition' }];
  }
  if (type === 'ExpressionStatement' && (node.expression as Node).type !== 'Literal') {
    return [{ start, end, text: ';', kind: 'statement' }];
  }
  if (type === 'CallExpression') return mutateCall(source, node);
  return type === 'Property' && node.shorthand !== true ? mutateProperty(node) : [];
}

/** The number of a literal, or of one with a minus before it; undefined for anything else. */
function numberOf({ type, value, operator, argument }: Node): number | undefined {
  if (type === 'Literal') return typeof value === 'number' ? value : undefined;
  const inner = type === 'UnaryExpression' && operator === '-' ? numberOf(argument as Node) : undefined;
  return inner === undefined ? undefined : -inner;
}

/** How much is done at once, and the number by which a lock is known: one more is as good. */
const SIZE_OR_NAME = /^(?:(?:\w+_PER_)?BATCH|PIECE|(?:\w+_)?LOCK)$/;

/**
 * Constants within a node that can be others without any effect: the numbers of an order (`a < b ? -1 : a > b ? 1 : 0`), of which
 * only the sign counts, what replaces an element of a list by its index (`list[i] ?? 0`), which the compiler asks for, and sizes of
 * batches and numbers of locks.
 */
function listIdle(node: Node): Node[] {
  if (node.type === 'LogicalExpression' && node.operator === '??') {
    const { type, computed } = node.left as Node;
    return type === 'MemberExpression' && computed === true ? [node.right as Node] : [];
  }
  if (node.type === 'VariableDeclarator') {
    const isIdle = SIZE_OR_NAME.test(String((node.id as Node).name)) && node.init !== null;
    return isIdle ? [node.init as Node] : [];
  }
  if (node.type !== 'ConditionalExpression') return [];
  const sides = [node.consequent as Node, node.alternate as Node];
  if (!sides.some((side) => numberOf(side) === -1)) return [];
  const numbers = sides.flatMap((side) =>
    side.type === 'ConditionalExpression' ? [side.consequent as Node, side.alternate as Node] : [side],
  );
  return numbers.filter((each) => numberOf(each) !== 0).map((each) => (each.argument as Node | undefined) ?? each);
}

/** A comparison that chooses between its own two sides (`a < b ? a : b`): where they are equal, it does not matter which is taken. */
function findIdleComparison(source: string, node: Node): Node | undefined {
  const test = node.test as Node | undefined;
  if (node.type !== 'ConditionalExpression' || test?.type !== 'BinaryExpression') return undefined;
  const textsOf = (a: unknown, b: unknown): string =>
    [a as Node, b as Node]
      .map(({ start, end }) => source.slice(start, end))
      .sort()
      .join(' : ');
  const isOrder = /^[<>]=?$/.test(String(test.operator));
  const isIdle = textsOf(test.left, test.right) === textsOf(node.consequent, node.alternate);
  return isOrder && isIdle ? test : undefined;
}

/** Every fault that can be planted in a source file, in the order of its text. Throws for text that is no TypeScript. */
export function findMutants(name: string, source: string): Mutant[] {
  const { program, errors } = parseSync(name, source);
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const idle = new Set<Node>();
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') return;
    const comparison = findIdleComparison(source, node);
    for (const constant of listIdle(node)) if (constant.type === 'Literal') idle.add(constant);
    if (comparison) idle.add(comparison);
    if (!idle.has(node)) mutants.push(...mutateNode(source, node));
    for (const child of childrenOf(node)) visit(child);
  };
  for (const statement of program.body as unknown as Node[]) visit(statement);
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with a fault planted in it. */
export function plant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** Line of a place, from 1, and how the line reads before and after. */
export function describeMutant(source: string, mutant: Mutant): { line: number; before: string; after: string } {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const lineEnd = source.indexOf('\n', mutant.end);
  const to = lineEnd < 0 ? source.length : lineEnd;
  const cut = { ...mutant, start: mutant.start - from, end: mutant.end - from };
  const before = source.slice(from, to);
  return { line: source.slice(0, from).split('\n').length, before: before.trim(), after: plant(before, cut).trim() };
}
