import type { Rooms } from '../../composition/rooms.ts';
import { readingState } from '../../gateway/money/index.ts';
import { reasonText } from '../../gateway/payments/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Finding } from './finding.ts';

const TITLE = 'Extratos de adquirentes';
/** Accounts named in the answer. */
const MAX_NAMED = 5;

/** Whether the statements of the accounts that asked for it are read. */
export async function checkStatements(
  { money, clock }: Pick<Rooms, 'money' | 'clock'>,
  time: Pick<LocalTime, 'day'>,
): Promise<Finding> {
  const today = time.day(clock.now());
  const readings = (await money.statements.readings.list()).map((reading) => ({
    ...reading,
    state: readingState(reading, today),
  }));
  const on = readings.filter(({ state }) => state !== undefined);
  if (on.length === 0) {
    return {
      title: TITLE,
      state: 'info',
      text: 'nenhum é lido (ajuste statement=on da conta)',
      advice: null,
    };
  }
  const wrong = on.filter(({ state }) => state !== 'read');
  if (wrong.length === 0) {
    return { title: TITLE, state: 'good', text: `${counted(on.length, 'conta')} em dia`, advice: null };
  }
  const named = wrong.slice(0, MAX_NAMED).map(({ merchantId, provider, readUntil, problem }) => {
    const until = readUntil === undefined ? 'nunca lido' : `lido até ${readUntil}`;
    const why = problem === undefined ? '' : `: ${reasonText(problem)}`;
    return `pessoa ${merchantId}, ${provider}, ${until}${why}`;
  });
  return {
    title: TITLE,
    state: 'warn',
    text: `${counted(wrong.length, 'conta')} sem leitura em dia; ${named.join('; ')}`,
    advice: 'Veja docs/alerts.md#guichestatementsnotread; o período que faltou: guiche statement run.',
  };
}
