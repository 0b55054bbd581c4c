import type { HealthCheck } from '../../panel/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { CommandAnswer } from '../line/command.ts';
import { printableText } from '../line/printable.ts';

/** One thing that was looked at: how it is and, where it should be otherwise, what to do. */
export type Finding = Pick<HealthCheck, 'title' | 'state' | 'text' | 'advice'>;

const STATES = { good: 'ok', info: 'nota', warn: 'AVISO', bad: 'FALHA' } as const;
const WIDTH = Math.max(...Object.values(STATES).map((word) => word.length));

/** The findings, and how many of them are bad: then the exit code is 1. `more` is added to the record. */
export function findingsAnswer(findings: readonly Finding[], more: object = {}): CommandAnswer {
  const bad = findings.filter(({ state }) => state === 'bad').length;
  const warned = findings.filter(({ state }) => state === 'warn').length;
  return {
    record: { ok: bad === 0, ...more, findings },
    text: [...findings.map(lines), '', `${counted(bad, 'falha')}, ${counted(warned, 'aviso')}.`].join('\n'),
    failed: bad > 0,
  };
}

function lines({ title, state, text, advice }: Finding): string {
  const first = `${STATES[state].padEnd(WIDTH)}  ${title}: ${printableText(text)}`;
  return advice === null ? first : `${first}\n${' '.repeat(WIDTH)}  → ${advice}`;
}
