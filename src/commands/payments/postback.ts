import {
  POSTBACK_STATES,
  type PostbackRow,
  postbackId,
  type Resent,
  readPostbackId,
} from '../../gateway/postbacks/index.ts';
import { isUuid } from '../../platform/ids.ts';
import { type Arguments, type Command, type OptionSpec, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, timeWriter } from '../line/times.ts';
import { readChoice, readId } from '../line/values.ts';

const LISTED = 50;
const STATE_TEXT = { waiting: 'esperando', delivered: 'entregue', failed: 'falhou' } as const;

const PERSON: OptionSpec = { summary: 'só os desta pessoa', value: 'ID' };

const list: Command = {
  name: 'postback list',
  summary: `lista os ${LISTED} avisos (postbacks) das transações mais novas`,
  options: {
    person: PERSON,
    state: { summary: 'só os desta situação', value: POSTBACK_STATES.join('|') },
    transaction: { summary: 'só os desta transação', value: 'ID' },
  },
  run: async (context, args) => {
    const state = args.optionalText('state');
    const filter = {
      merchantId: readPerson(args),
      state: state === undefined ? undefined : readChoice(state, POSTBACK_STATES, '--state'),
      transactionId: readTransaction(args),
      limit: LISTED,
    };
    const { postbacks } = await context.rooms();
    const found = await postbacks.list(filter);
    const write = timeWriter(context.timeZone);
    const rows = found.map((postback) => [
      write(postback.created_at),
      idOf(postback),
      String(postback.merchant_id),
      String(statusOf(postback)),
      STATE_TEXT[postback.state],
      String(postback.tries),
      postback.state === 'waiting' ? write(postback.next_at) : '',
      [postback.last_status, postback.last_error].filter(Boolean).join(' '),
      postback.receiver,
    ]);
    return {
      record: { postbacks: found.map(record) },
      text:
        rows.length === 0
          ? 'Nenhum aviso.'
          : textTable(
              ['DATA', 'AVISO', 'PESSOA', 'STATUS', 'SITUAÇÃO', 'ENVIOS', 'PRÓXIMO', 'ÚLTIMO', 'RECEBEDOR'],
              rows,
            ),
    };
  },
};

const resend: Command = {
  name: 'postback resend',
  summary: 'envia avisos de novo, com o mesmo id e o mesmo corpo, desde o início das tentativas',
  optionalPositional: 'AVISO',
  options: {
    transaction: { summary: 'em vez de um aviso: todos os desta transação', value: 'ID' },
    failed: { summary: 'em vez de um aviso: todos os que falharam' },
    person: { ...PERSON, summary: 'com --failed: só os desta pessoa' },
  },
  run: async (context, args) => {
    const target = readTarget(args);
    const { postbacks } = await context.rooms();
    const resent = await postbacks.resend(target);
    return { record: resent, text: resentText(resent) };
  },
};

export const postbackCommands: readonly Command[] = [list, resend];

function readTarget(args: Arguments) {
  const id = args.optionalPositional('AVISO');
  const transactionId = readTransaction(args);
  const failed = args.flag('failed');
  const merchantId = readPerson(args);
  const named = [id, transactionId, failed || undefined].filter((one) => one !== undefined);
  if (named.length !== 1 || (merchantId !== undefined && !failed)) {
    throw new UsageError('Diga o que enviar: um AVISO, --transaction ID ou --failed (com ou sem --person).');
  }
  if (failed) return { failedOf: merchantId ?? ('everybody' as const) };
  if (transactionId !== undefined) return { transactionId };
  const key = readPostbackId(id ?? '');
  if (!key) throw new UsageError(`AVISO tem a forma TRANSAÇÃO.VERSÃO, como em postback list, não "${id}".`);
  return key;
}

function readPerson(args: Arguments): number | undefined {
  const person = args.optionalText('person');
  return person === undefined ? undefined : readId(person, '--person');
}

function readTransaction(args: Arguments): string | undefined {
  const id = args.optionalText('transaction')?.toLowerCase();
  if (id !== undefined && !isUuid(id)) throw new UsageError(`--transaction não pode ser "${id}".`);
  return id;
}

function resentText({ resent, underWay }: Resent): string {
  const lines = [resent === 1 ? '1 aviso será enviado de novo.' : `${resent} avisos serão enviados de novo.`];
  if (underWay > 0) lines.push(`${underWay} em envio neste momento: nada foi mudado.`);
  return lines.join('\n');
}

function idOf(postback: PostbackRow): string {
  return postbackId({ transactionId: postback.transaction_id, version: postback.version });
}

function statusOf(postback: PostbackRow): number {
  return (JSON.parse(postback.body) as { status: number }).status;
}

/** Without the query of the URL, which may contain the merchant's secrets. */
function record(postback: PostbackRow) {
  const { origin, pathname } = new URL(postback.url);
  return {
    id: idOf(postback),
    transactionId: postback.transaction_id,
    version: postback.version,
    personId: postback.merchant_id,
    status: statusOf(postback),
    state: postback.state,
    tries: postback.tries,
    nextAt: postback.state === 'waiting' ? isoTime(postback.next_at) : null,
    lastStatus: postback.last_status,
    lastError: postback.last_error,
    url: origin + pathname,
    createdAt: isoTime(postback.created_at),
    endedAt: isoTime(postback.ended_at ?? undefined),
  };
}
