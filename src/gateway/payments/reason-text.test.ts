import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type Reasons, reasonTeller } from '../../platform/text/reasons.ts';
import { CHARGE_REASONS } from '../charges/reasons.ts';
import { CARD_REASONS } from '../kinds/card/reasons.ts';
import { PIX_REASONS } from '../kinds/pix/reasons.ts';
import { SLIP_REASONS } from '../kinds/slip/reasons.ts';
import { BANK_REASONS } from '../providers/bacen-pix/reasons.ts';
import { BANK_SLIP_REASONS } from '../providers/bank-slips/reasons.ts';
import { CIELO_REASONS } from '../providers/cielo/reasons.ts';
import { CALL_REASONS } from '../providers/http/reasons.ts';
import { REDE_REASONS } from '../providers/rede/reasons.ts';
import { SIMULATOR_REASONS } from '../providers/simulator/reasons.ts';
import { SLIP_BANK_REASONS } from '../providers/slips/reasons.ts';
import { STORED_CARD_REASONS } from '../stored-cards/reasons.ts';
import { ENGINE_REASONS } from '../transactions/rules/reasons.ts';
import { reasonText } from './reason-text.ts';

/** Whose texts a room may use: its own, and what all connectors say. A new room stands here, or its reasons are untold. */
const ROOMS: Readonly<Record<string, Reasons>> = {
  'transactions/': ENGINE_REASONS,
  'charges/': CHARGE_REASONS,
  'kinds/card/': CARD_REASONS,
  'kinds/pix/': PIX_REASONS,
  'kinds/slip/': SLIP_REASONS,
  'providers/rede/': REDE_REASONS,
  'providers/cielo/': CIELO_REASONS,
  'providers/bacen-pix/': BANK_REASONS,
  'providers/bank-slips/': BANK_SLIP_REASONS,
  'providers/simulator/': SIMULATOR_REASONS,
  'providers/slips/': SLIP_BANK_REASONS,
  'providers/': { texts: {} },
  'stored-cards/': STORED_CARD_REASONS,
};

/** A reason written into an outcome, a verdict or a case, or on its way there. */
const LITERAL =
  /(?:\breason(?:: | = )|\b(?:unknown|invalid|giveUp|needsAttention|again)\([^()'"`\n]*|return |const [A-Z][A-Z_]* = |[?:] )(?:'([^'\n]+)'|`([^`\n]+)`)(?! in )/g;
const STATEMENT =
  /^(?:the|no|an?|nothing|undone|waiting|this|there|others?|its buyer|deleted|connection|return code|HTTP|Rede|kept)\b.* /;
const GATEWAY = new URL('../../gateway/', import.meta.url);
/** Texts of schemas and tables, in Portuguese already, those of hosts that are simulated, and bodies for a bank. */
const OTHER_FILES =
  /\.test\.ts$|\/test-|table|schema|status-names|reasons\.ts$|providers\/(?:issuer|merchant-accounts)\/|routing\/(?:rule-)?words\.ts$|itau\/register\.ts$/;

test('every reason that the gateway stores has a Portuguese text in the room that writes it', async () => {
  const untold: string[] = [];
  const rooms = Object.keys(ROOMS);
  for await (const found of glob('{transactions,providers,charges,kinds,stored-cards}/**/*.ts', {
    cwd: GATEWAY,
  })) {
    const file = found.replaceAll('\\', '/');
    if (OTHER_FILES.test(file)) continue;
    const source = await readFile(new URL(file, GATEWAY), 'utf8');
    const room = rooms.find((start) => file.startsWith(start)) ?? '';
    const own = ROOMS[room];
    const tell = reasonTeller([...(own ? [own] : []), CALL_REASONS]);
    for (const reason of reasonsIn(source)) if (tell(reason) === reason) untold.push(`${file}: ${reason}`);
  }
  assert.deepEqual(untold, []);
});

function reasonsIn(source: string): readonly string[] {
  return [...source.matchAll(LITERAL)]
    .map(([, plain, template]) => plain ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, sample))
    .filter((text) => STATEMENT.test(`${text} `) && text.includes(' '));
}

function sample(part: string): string {
  return /status/i.test(part) ? '500' : 'x';
}

test('reasons are found wherever they are written', () => {
  const source = [
    "return { outcome: 'unknown', reason: 'the host sleeps' };",
    "const FENCED = 'the instance is fenced';",
    ['  return isLate ? ', "'no answer in time' : `HTTP $", '{status}`;'].join(''),
    "throw new Error('the program is wrong');",
  ].join('\n');
  assert.deepEqual(reasonsIn(source), [
    'the host sleeps',
    'the instance is fenced',
    'no answer in time',
    'HTTP 500',
  ]);
});

test('a reason within a reason is told too, and unknown texts stay as they are', () => {
  assert.equal(
    reasonText('the undo was not acknowledged: no token: connection failed (EHOSTUNREACH)'),
    'o desfazimento não foi confirmado: sem token: a conexão falhou (EHOSTUNREACH)',
  );
  assert.equal(reasonText('return code 57: produto'), 'código de retorno 57: produto');
  assert.equal(reasonText('constructor'), 'constructor');
  assert.equal(reasonText('a text of another connector'), 'a text of another connector');
});
