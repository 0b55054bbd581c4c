import type { Rooms } from '../../composition/rooms.ts';
import {
  acquirerRefuse,
  createHealthStore,
  healthKey,
  isBank,
  readProvider,
} from '../../gateway/providers/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { momentFromIso } from '../../platform/time/moment-from-iso.ts';
import { type Command, type OptionSpec, UsageError } from '../line/command.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readId } from '../line/values.ts';

const MAX_REASON = 200;
const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID', required: true };
const PROVIDER: OptionSpec = { summary: 'adquirente, como REDE', value: 'NOME', required: true };

/** Switches an account off for new payments that can go elsewhere. */
export const pauseAcquirer: Command = {
  name: 'acquirer pause',
  summary: 'deixa de mandar vendas novas a uma conta enquanto houver outra; capturas e estornos seguem',
  options: {
    person: PERSON,
    provider: PROVIDER,
    until: { summary: 'até quando, como 2026-11-27T08:00; sem isto, até acquirer resume', value: 'HORA' },
    reason: { summary: 'por quê, para quem olhar depois', value: 'TEXTO' },
  },
  details: () =>
    'Uma conta sem outra que a substitua continua recebendo: pausada, a loja só deixaria de vender. Uma venda que\n' +
    'diz a adquirente também vai para ela.',
  run: async (context, args) => {
    const { personId, provider } = accountOf(args.text('person'), args.text('provider'));
    const until = readUntil(args.optionalText('until'), context.timeZone);
    const reason = readReason(args.optionalText('reason'));
    const rooms = await context.rooms();
    const since = rooms.clock.now();
    if (until !== undefined && until <= since) throw new UsageError('--until deve ser no futuro.');
    const key = await keyOf(rooms, personId, provider);
    await createHealthStore(rooms.database).pause(key, { since, until, reason });
    const end = until === undefined ? 'até acquirer resume' : `até ${spokenTime(until, context.timeZone)}`;
    return {
      record: { personId, provider, paused: true, until: isoTime(until), reason: reason ?? null },
      text: `Conta ${provider} da pessoa ${personId} pausada ${end}.`,
    };
  },
};

export const resumeAcquirer: Command = {
  name: 'acquirer resume',
  summary: 'volta a mandar vendas novas a uma conta pausada',
  options: { person: PERSON, provider: PROVIDER },
  run: async (context, args) => {
    const { personId, provider } = accountOf(args.text('person'), args.text('provider'));
    const rooms = await context.rooms();
    const resumed = await createHealthStore(rooms.database).resume(await keyOf(rooms, personId, provider));
    const text = resumed ? 'volta a receber vendas' : 'não estava pausada';
    return {
      record: { personId, provider, paused: false, resumed },
      text: `Conta ${provider} da pessoa ${personId}: ${text}.`,
    };
  },
};

function accountOf(person: string, name: string) {
  const personId = readId(person, '--person');
  const provider = readProvider(name);
  if (provider === undefined) throw new UsageError(`--provider não pode ser "${name}".`);
  if (isBank(provider)) throw new UsageError(`${provider} recebe Pix: só contas de cartão se pausam.`);
  return { personId, provider };
}

async function keyOf({ merchantAccounts }: Rooms, personId: number, provider: string): Promise<string> {
  const account = (await merchantAccounts.list(personId)).find((one) => one.provider === provider);
  if (!account) throw acquirerRefuse('account_unknown');
  return healthKey({ accountId: account.id, provider });
}

function readUntil(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  const moment = momentFromIso(text, localTime(timeZone));
  if (Number.isNaN(moment)) {
    throw new UsageError(`--until deve ser uma data com hora, como 2026-11-27T08:00, não "${text}".`);
  }
  return moment;
}

function readReason(text: string | undefined): string | undefined {
  const reason = text?.trim() ?? '';
  if (reason.length > MAX_REASON) throw new UsageError(`--reason tem no máximo ${MAX_REASON} caracteres.`);
  return reason === '' ? undefined : reason;
}
