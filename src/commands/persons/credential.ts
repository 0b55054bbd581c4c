import {
  type Credential,
  ISSUED_KINDS,
  type IssuedCredential,
  type IssuedKind,
  lastValidMoment,
} from '../../accounts/credentials/index.ts';
import {
  type Arguments,
  type Command,
  type CommandAnswer,
  type CommandContext,
  type OptionSpec,
  UsageError,
} from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readChoice, readId, readLastDay } from '../line/values.ts';

const STATE_TEXT = { in_use: 'em uso', expired: 'vencida', revoked: 'revogada' } as const;

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID' };
const KIND: OptionSpec = { summary: 'tipo da credencial', value: ISSUED_KINDS.join('|') };

/** The key of a terminal's payment client, which is kept with its terminal. */
const OF_TERMINAL = 'terminal';
const KIND_OR_TERMINAL: OptionSpec = { ...KIND, value: [...ISSUED_KINDS, OF_TERMINAL].join('|') };
const TERMINAL: OptionSpec = { summary: `número do terminal, com --kind ${OF_TERMINAL}`, value: 'ID' };

const issue: Command = {
  name: 'credential issue',
  summary: 'cria uma credencial e mostra o segredo, uma única vez',
  options: {
    person: { ...PERSON, required: true },
    kind: { ...KIND_OR_TERMINAL, required: true },
    terminal: TERMINAL,
    expires: { summary: 'último dia em que vale; sem ela, até ser revogada', value: 'AAAA-MM-DD' },
  },
  details: () =>
    `--kind ${OF_TERMINAL} cria a chave do cliente de pagamento de um terminal, sem parear: os clientes que ele já tinha\n` +
    'deixam de receber trabalho. Ela vale até ser revogada.\n' +
    'O primeiro par --kind api de uma pessoa vem com o segredo que assina os avisos (--kind postback).',
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const terminal = terminalOf(args);
    if (terminal !== undefined) return issueForTerminal(context, args, { personId, terminalId: terminal });
    const kind = readKind(args.text('kind'));
    const lastDay = args.optionalText('expires');
    const expiresAt = lastDay === undefined ? undefined : readLastDay(lastDay, context.timeZone, '--expires');
    const { accounts } = await context.rooms();
    const { credential: issued, signingSecret } = await accounts.issueWithSigningSecret({
      personId,
      kind,
      expiresAt,
    });
    return {
      record: {
        id: issued.id,
        personId,
        kind,
        name: issued.name ?? null,
        secret: issued.secret.reveal(),
        createdAt: isoTime(issued.createdAt),
        expiresAt: isoTime(issued.expiresAt),
        signingSecret: signingSecret?.secret.reveal() ?? null,
      },
      text: [
        `Credencial ${issued.id} da pessoa ${personId}:`,
        ...secretLines(issued).map((line) => `  ${line}`),
        ...(signingSecret ? signingLines(signingSecret) : []),
        'Guarde agora: o segredo não será mostrado de novo.',
      ].join('\n'),
    };
  },
};

async function issueForTerminal(
  context: CommandContext,
  args: Arguments,
  wanted: { readonly personId: number; readonly terminalId: number },
): Promise<CommandAnswer> {
  if (args.optionalText('expires') !== undefined) {
    throw new UsageError(`--expires não se usa com --kind ${OF_TERMINAL}: a chave vale até ser revogada.`);
  }
  const { paymentClients } = await context.rooms();
  // The command writes its own entries of the audit.
  const { client, key } = await paymentClients.issue(wanted, async () => undefined);
  return {
    record: {
      id: client.id,
      ...wanted,
      kind: OF_TERMINAL,
      secret: key.reveal(),
      createdAt: isoTime(client.createdAt),
    },
    text: [
      `Cliente de pagamento ${client.id} do terminal ${wanted.terminalId}:`,
      `  Authorization: Bearer ${key.reveal()}`,
      'Guarde agora: a chave não será mostrada de novo. Os clientes anteriores do terminal não recebem mais trabalho.',
    ].join('\n'),
  };
}

const list: Command = {
  name: 'credential list',
  summary: 'lista as credenciais de uma pessoa, as mais novas primeiro, sem os segredos',
  options: { person: { ...PERSON, required: true }, kind: KIND },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const kind = args.optionalText('kind');
    const wanted = { personId, kinds: kind === undefined ? undefined : [readKind(kind)] };
    const { accounts } = await context.rooms();
    const credentials = await accounts.listCredentials(wanted);
    const { timeZone } = context;
    const rows = credentials.map((credential) => {
      const lastMoment = lastValidMoment(credential);
      return [
        String(credential.id),
        credential.kind,
        STATE_TEXT[credential.state],
        credential.name ?? '',
        spokenTime(credential.createdAt, timeZone),
        lastMoment === undefined ? '' : spokenTime(lastMoment, timeZone),
      ];
    });
    return {
      record: { credentials: credentials.map(credentialRecord) },
      text:
        rows.length === 0
          ? 'Nenhuma credencial.'
          : textTable(['ID', 'Tipo', 'Situação', 'Nome', 'Criada', 'Vale até'], rows),
    };
  },
};

const revoke: Command = {
  name: 'credential revoke',
  summary: 'revoga uma credencial, ou todas de um tipo de uma pessoa; vale em 5 segundos',
  options: {
    id: { summary: 'número da credencial', value: 'N' },
    person: { ...PERSON, summary: 'em vez de --id, com --kind: todas desta pessoa e deste tipo' },
    kind: KIND_OR_TERMINAL,
    terminal: TERMINAL,
  },
  run: async (context, args) => {
    const terminalId = terminalOf(args);
    if (terminalId !== undefined) {
      const personId = readId(args.optionalText('person') ?? '', '--person');
      const { paymentClients } = await context.rooms();
      await paymentClients.unpair({ personId, terminalId }, async () => undefined);
      const text = `As chaves dos clientes de pagamento do terminal ${terminalId} foram revogadas.`;
      return { record: { terminalId }, text };
    }
    const target = readTarget(args);
    const { accounts } = await context.rooms();
    const revoked = await accounts.revokeCredentials(target);
    return {
      record: { revoked },
      text: revoked.map((id) => `Credencial ${id} revogada.`).join('\n'),
    };
  },
};

export const credentialCommands: readonly Command[] = [issue, list, revoke];

function readKind(text: string): IssuedKind {
  return readChoice(text, ISSUED_KINDS, '--kind');
}

/** Of a key for a terminal; undefined: another kind. */
function terminalOf(args: Arguments): number | undefined {
  const terminal = args.optionalText('terminal');
  const isOfTerminal = args.optionalText('kind') === OF_TERMINAL;
  if (isOfTerminal !== (terminal !== undefined)) {
    throw new UsageError(`--kind ${OF_TERMINAL} e --terminal ID se usam juntos.`);
  }
  return terminal === undefined ? undefined : readId(terminal, '--terminal');
}

function readTarget(args: Arguments) {
  const id = args.optionalText('id');
  const person = args.optionalText('person');
  const kind = args.optionalText('kind');
  if (id !== undefined && person === undefined && kind === undefined) return { id: readId(id, '--id') };
  if (id === undefined && person !== undefined && kind !== undefined) {
    return { personId: readId(person, '--person'), kind: readKind(kind) };
  }
  throw new UsageError('Diga qual credencial: --id N, ou --person ID com --kind.');
}

/** A first pair comes with the secret that signs the shop's postbacks. */
function signingLines(issued: IssuedCredential): readonly string[] {
  return [
    `Com ela, a credencial ${issued.id}: os avisos da loja são assinados a partir de agora.`,
    ...secretLines(issued).map((line) => `  ${line}`),
  ];
}

/** In the form in which each kind is used, ready to be copied. */
function secretLines({ kind, name, secret }: IssuedCredential): readonly string[] {
  switch (kind) {
    case 'api':
      return [`authenticationApi: ${name}`, `authenticationKey: ${secret.reveal()}`];
    case 'checkout':
      return [`Basic (usuário:senha): ${name}:${secret.reveal()}`];
    case 'integration':
      return [`key: ${secret.reveal()}`];
    case 'postback':
      return [`segredo da assinatura: ${secret.reveal()}`];
  }
}

function credentialRecord(credential: Credential) {
  return {
    ...credential,
    name: credential.name ?? null,
    createdAt: isoTime(credential.createdAt),
    expiresAt: isoTime(credential.expiresAt),
    revokedAt: isoTime(credential.revokedAt),
  };
}
