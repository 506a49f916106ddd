import type { OpenApiDocument, Operation, Parameter } from '@trailmark/api/open-api';
import { PAGE_STYLE } from './page-style.ts';

type Schema = Readonly<Record<string, unknown>>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function describeRange(schema: Schema): string {
  const { minimum, maximum, default: fallback } = schema;
  const isRange = typeof minimum === 'number' && typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  const range = isRange ? ` ${minimum} to ${maximum}` : '';
  return `${range}${fallback === undefined ? '' : `, ${String(fallback)} unless given`}`;
}

/** A schema in a few words. */
function describeSchema(schema: Schema): string {
  if (Array.isArray(schema.enum)) {
    return `one of ${schema.enum.map(String).join(', ')}${describeRange(schema)}`;
  }
  const parts = Array.isArray(schema.anyOf)
    ? (schema.anyOf as Schema[]).map(describeSchema).join(' or ')
    : String(schema.type ?? 'value');
  return `${parts}${describeRange(schema)}`;
}

function renderParameter({ name, in: place, required, schema, description }: Parameter): string {
  const need = required ? 'needed' : 'optional';
  const words = [describeSchema(schema), description ?? ''].filter((text) => text !== '').join('. ');
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}, ${need}</td><td>${escapeHtml(words)}</td></tr>`;
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(renderParameter).join('');
  return `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>Where</th><th>What</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function contentOf(part: unknown): { type: string; schema: Schema; example: unknown } | undefined {
  const content = (part as { content?: Record<string, { schema: Schema; example?: unknown }> } | undefined)?.content;
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], schema: first[1].schema, example: first[1].example };
}

function renderExample(method: string, path: string, operation: Operation): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => operation.parameters.find((p) => p.name === name)?.example ?? name,
  );
  const needed = operation.parameters.filter((p) => p.in === 'query' && p.required);
  const query = needed.map((p) => `${p.name}=${encodeURIComponent(p.example ?? '')}`).join('&');
  const url = query === '' ? filled : `${filled}?${query}`;
  const body = contentOf(operation.requestBody);
  const text = body
    ? `${method} ${url}\ncontent-type: application/json\n\n${JSON.stringify(body.example, null, 2)}`
    : `${method} ${url}`;
  return `<h4>Example</h4><pre tabindex="0">${escapeHtml(text)}</pre>`;
}

/** The fields of an object, one per line, as deep as two levels. */
function listFields(schema: Schema, depth = 0): string {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.entries(properties)
    .map(([name, property]) => {
      const inner = (property.items as Schema | undefined) ?? property;
      const nested = depth < 1 && inner.properties ? `\n${listFields(inner, depth + 1)}` : '';
      return `${'  '.repeat(depth)}${name}: ${describeSchema(property)}${nested}`;
    })
    .join('\n');
}

function renderAnswer(operation: Operation): string {
  const answer = contentOf(operation.responses['200']);
  if (!answer) return '';
  const fields = listFields(answer.schema);
  const text = fields === '' ? 'A file.' : fields;
  return `<details><summary>Answer: ${escapeHtml(answer.type)}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}

function renderFailures(operation: Operation): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(
      ([status, response]) =>
        `<tr><td><code>${status}</code></td><td>${escapeHtml(String(response.description))}</td></tr>`,
    );
  return `<details><summary>Failures: application/problem+json</summary><table><tbody>${rows.join('')}</tbody></table></details>`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const description = operation.description ? `<p>${escapeHtml(operation.description)}</p>` : '';
  return [
    `<article id="${operation.operationId}"><h3>${escapeHtml(operation.summary)}</h3>`,
    `<code class="path"><span class="method">${method}</span> ${escapeHtml(path)}</code>${description}`,
    renderParameters(operation.parameters),
    renderExample(method, path, operation),
    renderAnswer(operation),
    renderFailures(operation),
    '</article>',
  ].join('');
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function listOperations({ paths }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const ESPLORA = `<h2 id="esplora">Esplora</h2><p>Programs written for Blockstream's Esplora find its read routes below
<code>/api/esplora/{chain}</code>, for example <code>/api/esplora/btc/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S/txs</code>.
Field names, page sizes and plain-text answers are Esplora's. Two things differ: outputs that pay a bare public key count for
its address, as everywhere in Trailmark, and transactions are not broadcast. Esplora has no words for gaps: look at
<a href="/api/v1/chains">/api/v1/chains</a> for what is not indexed.</p>`;

/** The API as one page of HTML: no script, nothing from elsewhere. */
export function renderApiPage(document: OpenApiDocument): string {
  const operations = listOperations(document);
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const links = operations.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
  );
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag));
    return `<h2>${escapeHtml(tag)}</h2>${own.map(({ method, path, operation }) => renderOperation(method, path, operation)).join('')}`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(document.info.title)}</title><style>${PAGE_STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description)}</p>`,
    '<p>Amounts are decimal text in the smallest unit. Lists answer with <code>next</code>: send it back as <code>cursor</code>. ',
    'The same as a document for programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>',
    `<nav aria-label="Routes"><ul>${links.join('')}<li><a href="#esplora">Esplora routes</a></li></ul></nav>`,
    ...sections,
    ESPLORA,
    '</main></body></html>',
  ].join('');
}
