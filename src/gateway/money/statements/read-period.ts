import type {
  AccountSettings,
  StatementPayout,
  StatementPeriod,
  StatementQuestion,
  StatementSource,
} from '../../providers/index.ts';
import type { AnswerStore } from './answer-store.ts';
import type { StatementOwner } from './line-of.ts';
import type { LineStore } from './line-store.ts';

/** More pages than any day has: what goes on without an end is a fault of the host. */
const MAX_PAGES = 10_000;

export interface PeriodReader {
  readonly source: StatementSource;
  readonly settings: AccountSettings;
  readonly owner: StatementOwner;
  readonly answers: AnswerStore;
  readonly lines: LineStore;
  readonly today: string;
  readonly signal: AbortSignal;
}

/** Why a reading ended before its end. */
export class StatementFault extends Error {
  /** Not to be asked again before somebody changed something. */
  readonly isLasting: boolean;

  constructor(reason: string, isLasting: boolean) {
    super(reason);
    this.name = 'StatementFault';
    this.isLasting = isLasting;
  }
}

/** What a reading brought. */
export interface ReadPeriod {
  readonly payouts: number;
  readonly corrections: number;
}

/**
 * Reads all that an acquirer tells of a period: its sales, its payouts with what each is made of, its debits. Each answer is kept
 * before it is read. Throws StatementFault. What is interrupted is read again as a whole: what is there already stays as it is.
 */
export async function readStatementPeriod(
  reader: PeriodReader,
  period: StatementPeriod,
): Promise<ReadPeriod> {
  let corrections = 0;
  const payouts: StatementPayout[] = [];
  for (const about of ['sales', 'payouts', 'debits'] as const) {
    const read = await readQuestion(reader, { about, period });
    corrections += read.corrections;
    payouts.push(...read.payouts);
  }
  for (const payout of payouts) {
    const parts = await readQuestion(reader, { about: 'parts', payout });
    const nettings = await readQuestion(reader, { about: 'nettings', payout });
    const keys = new Set([...parts.keys, ...nettings.keys]);
    corrections += parts.corrections + nettings.corrections;
    if (parts.isNew || nettings.isNew) {
      corrections += await reader.lines.endPayout(reader.owner, payout, keys);
    }
    await parts.done();
    await nettings.done();
  }
  return { payouts: payouts.length, corrections };
}

/** Sales of a period alone, for what became of them since. How many were told otherwise. Throws StatementFault. */
export async function readSalesAgain(reader: PeriodReader, period: StatementPeriod): Promise<number> {
  return (await readQuestion(reader, { about: 'sales', period })).corrections;
}

async function readQuestion(reader: PeriodReader, question: StatementQuestion) {
  const { source, settings, owner, answers, lines, today, signal } = reader;
  const payouts: StatementPayout[] = [];
  const keys: string[] = [];
  const kept: { readonly name: string; readonly text: string }[] = [];
  let corrections = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    signal.throwIfAborted();
    const answer = await source.ask(settings, question, cursor);
    if (answer.outcome !== 'answered') {
      throw new StatementFault(answer.reason, answer.outcome === 'invalid_request');
    }
    const name = nameOf(question, page);
    const isNew = await answers.keep(owner.accountId, name, answer.text);
    const read = source.read(settings, question, answer.text);
    if (!read) throw new StatementFault('an answer of statements cannot be read', false);
    payouts.push(...read.payouts);
    keys.push(...read.lines.map(({ kind, key }) => `${kind} ${key}`));
    if (isNew) {
      corrections += await lines.put(owner, read.lines, today);
      corrections += await lines.putPayouts(owner, read.payouts);
      kept.push({ name, text: answer.text });
    }
    cursor = read.cursor;
    if (cursor === undefined) break;
  }
  const done = async () => {
    for (const { name, text } of kept) await answers.noteRead(owner.accountId, name, text);
  };
  const isOfPayout = question.about === 'parts' || question.about === 'nettings';
  // What a payout is made of is known as a whole only, with all of its questions.
  if (!isOfPayout) await done();
  return { payouts, keys, corrections, isNew: kept.length > 0, done };
}

function nameOf(question: StatementQuestion, page: number): string {
  const of =
    'payout' in question ? question.payout.payoutId : `${question.period.from}/${question.period.to}`;
  return `${question.about} ${of} ${page}`;
}
