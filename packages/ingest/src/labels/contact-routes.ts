import { AppError } from '@trailmark/core/errors';
import type { ContactRoute } from '@trailmark/core/label';
import { openTable } from './delimited-rows.ts';
import type { SourceFile } from './importer.ts';
import { cleanText, parseDay } from './label-gate.ts';

const COLUMNS = ['actor', 'channel', 'value', 'page', 'page_is_official_domain', 'seen', 'verified_on'] as const;
const CHANNELS: readonly ContactRoute['channel'][] = ['portal', 'email', 'post', 'phone'];

function findChannel(text: string): ContactRoute['channel'] | undefined {
  return CHANNELS.find((channel) => channel === text);
}

/**
 * Reads a table of contact routes (columns `actor, channel, value, page, page_is_official_domain, seen, verified_on`)
 * into routes by actor. A day of verification counts only for a page on the operator's own domain. Throws `invalid`
 * with the line for a table that is not of this form: it is kept by hand, and a route that is wrong harms a request.
 */
export function readContactRoutes(file: SourceFile): Map<string, ContactRoute[]> {
  const { columns, rows } = openTable(file.text, ',');
  const missing = COLUMNS.slice(0, 6).filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new AppError('invalid', `${file.name} lacks the columns ${missing.join(', ')}.`);
  const routes = new Map<string, ContactRoute[]>();
  for (const { line, cells, fault } of rows) {
    const cell = (name: (typeof COLUMNS)[number]): string => cleanText(cells[columns.indexOf(name)] ?? '', 500);
    const channel = findChannel(cell('channel'));
    if (fault || !channel || cell('actor') === '') {
      const reason = fault ?? `an actor and one of the channels ${CHANNELS.join(', ')} are expected`;
      throw new AppError('invalid', `${file.name}, line ${line}: ${reason}.`);
    }
    const isOfficialDomain = cell('page_is_official_domain') === 'yes';
    const route: ContactRoute = {
      channel,
      value: cell('value'),
      page: cell('page'),
      isOfficialDomain,
      seen: cell('seen'),
      verifiedOn: isOfficialDomain ? parseDay(cell('verified_on')) : undefined,
    };
    routes.set(cell('actor'), [...(routes.get(cell('actor')) ?? []), route]);
  }
  return routes;
}
