import type { Rooms } from '../../composition/rooms.ts';
import { countLinesWithoutClass, readingState } from '../../gateway/money/index.ts';
import { reasonText } from '../../gateway/payments/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Finding } from './finding.ts';

const TITLE = 'Extratos de adquirentes';
/** Accounts named in the answer. */
const MAX_NAMED = 5;

type Asked = Pick<Rooms, 'money' | 'clock' | 'database'>;

/** Whether the statements of the accounts that asked for it are read, and each of their lines has its class. */
export async function checkStatements(
  rooms: Asked,
  time: Pick<LocalTime, 'day'>,
): Promise<readonly Finding[]> {
  return [await checkReadings(rooms, time), ...(await checkLines(rooms))];
}

/** Nothing where all is well. */
async function checkLines({ money, database }: Asked): Promise<readonly Finding[]> {
  const lost = await countLinesWithoutClass(database);
  if (lost.length === 0) return [];
  const readings = new Map((await money.statements.readings.list()).map((one) => [one.accountId, one]));
  const named = lost.slice(0, MAX_NAMED).map(({ accountId, count }) => {
    const { merchantId, provider } = readings.get(accountId) ?? {};
    const whose = merchantId === undefined ? `conta ${accountId}` : `pessoa ${merchantId}, ${provider}`;
    return `${whose}: ${counted(count, 'linha')}`;
  });
  return [
    {
      title: 'Linhas de extratos',
      state: 'bad',
      text: `há linhas sem classe, que não entram em nenhuma soma da conciliação; ${named.join('; ')}`,
      advice:
        'Algo além do Guichê mudou o banco. guiche statement run, com a conta e um dia qualquer, as confere de novo.',
    },
  ];
}

async function checkReadings({ money, clock }: Asked, time: Pick<LocalTime, 'day'>): Promise<Finding> {
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
