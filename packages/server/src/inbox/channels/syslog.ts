import type { ChannelKind } from './channel-kind.ts';
import { syslogWay } from './ways/syslog-way.ts';

export const syslogChannel: ChannelKind = {
  id: 'syslog',
  name: 'Syslog with CEF, for a SIEM',
  about: 'One event of CEF in a message of syslog, over TLS; over plain TCP inside the own network.',
  target: 'tls://',
  isSigned: false,
  way: syslogWay,
};
