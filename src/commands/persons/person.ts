import {
  FAILOVERS,
  LATE_APPROVALS,
  PERSON_STATUSES,
  type PersonEntry,
  type PersonSettings,
  type PersonWithLink,
  RETRY_GUARDS,
  ROLES,
} from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { Secret } from '../../platform/secret.ts';
import {
  type Arguments,
  type Command,
  type CommandAnswer,
  type CommandContext,
  UsageError,
} from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readChoice, readId } from '../line/values.ts';
import { editPersonCommand, showPersonCommand } from './person-profile.ts';
import { personRecord, STATUS_TEXT } from './person-record.ts';
import { registrationCommands } from './registration.ts';

const add: Command = {
  name: 'person add',
  summary: 'cadastra uma pessoa, que aguarda ativação',
  options: {
    document: { summary: 'CPF ou CNPJ, com ou sem pontuação', value: 'N', required: true },
    name: { summary: 'nome ou razão social', value: 'X', required: true },
    role: { summary: 'papel da pessoa', value: ROLES.join('|'), required: true },
  },
  run: async (context, args) => {
    const role = readChoice(args.text('role'), ROLES, '--role');
    const { accounts } = await context.rooms();
    const person = await accounts.addPerson({
      document: args.text('document'),
      name: args.text('name'),
      role,
    });
    return {
      record: personRecord(person),
      text: `Pessoa ${person.id} cadastrada; aguarda ativação: guiche person activate ${person.id}`,
    };
  },
};

const list: Command = {
  name: 'person list',
  summary: 'lista as pessoas, em páginas',
  options: {
    status: { summary: 'só as desta situação', value: PERSON_STATUSES.join('|') },
    after: { summary: 'continua depois deste número', value: 'ID' },
  },
  run: async (context, args) => {
    const status = args.optionalText('status');
    const after = args.optionalText('after');
    const wanted = {
      status: status === undefined ? undefined : readChoice(status, PERSON_STATUSES, '--status'),
      afterId: after === undefined ? undefined : readId(after, '--after'),
    };
    const { accounts } = await context.rooms();
    const { persons, nextAfterId } = await accounts.listPersons(wanted);
    const ofWaiting = wanted.status === 'waiting';
    const rows = persons.map((person) => [
      String(person.id),
      person.role,
      STATUS_TEXT[person.status],
      person.document,
      ofWaiting ? (person.network ?? '') : person.lateApproval,
      person.name,
    ]);
    const column = ofWaiting ? 'Sem chave, de' : 'Aprovação tardia';
    const table = textTable(['ID', 'Papel', 'Situação', 'Documento', column, 'Nome'], rows);
    const more = nextAfterId === undefined ? '' : `\nHá mais: --after ${nextAfterId}`;
    return {
      record: { persons: persons.map(listedRecord), nextAfterId: nextAfterId ?? null },
      text: persons.length === 0 ? 'Nenhuma pessoa.' : table + more,
    };
  },
};

const activate: Command = {
  name: 'person activate',
  summary: 'ativa uma pessoa e mostra o link de uso único para definir a senha',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    return linkAnswer(context, `Pessoa ${id} ativa.`, await accounts.activatePerson(id));
  },
};

const link: Command = {
  name: 'person link',
  summary: 'novo link de uso único para definir a senha; os anteriores deixam de valer',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    const text = `Novo link da pessoa ${id}; os anteriores deixaram de valer.`;
    return linkAnswer(context, text, await accounts.newLink(id));
  },
};

const deactivate: Command = {
  name: 'person deactivate',
  summary: 'tira o acesso de uma pessoa: chaves, logins e links param de valer em 5 segundos',
  positionals: ['ID'],
  options: {},
  details: () =>
    'As vendas em aberto seguem até o fim, e seus avisos são enviados. Logins e links acabam de vez; as chaves\n' +
    'voltam a valer com person reactivate. Uma chave que vazou se revoga com credential revoke.',
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    const person = await accounts.deactivatePerson(id);
    return {
      record: personRecord(person),
      text: `Pessoa ${id} desativada. Para devolver o acesso: guiche person reactivate ${id}`,
    };
  },
};

const reactivate: Command = {
  name: 'person reactivate',
  summary: 'devolve o acesso a uma pessoa desativada, com a senha e as chaves que tinha',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    return {
      record: personRecord(await accounts.reactivatePerson(id)),
      text: `Pessoa ${id} ativa de novo.`,
    };
  },
};

const set: Command = {
  name: 'person set',
  summary: 'muda o que vale para uma pessoa; age em segundos',
  positionals: ['ID'],
  options: {
    'late-approval': {
      summary: 'aprovação que chega depois de a venda ser dada por perdida: aceita ou desfaz',
      value: LATE_APPROVALS.join('|'),
    },
    'postback-delay': {
      summary: 'segundos que o primeiro aviso de uma venda espera depois da resposta: 0 a 60, padrão 3',
      value: 'SEGUNDOS',
    },
    'retry-guard': {
      summary: 'tentativa de um cartão acima do limite da bandeira: faz e avisa na resposta, ou recusa',
      value: RETRY_GUARDS.join('|'),
    },
    failover: {
      summary:
        'tentar a segunda adquirente das rotas quando a primeira comprovadamente não cobrou; padrão on',
      value: FAILOVERS.join('|'),
    },
  },
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const given = readSettings(args);
    const { accounts } = await context.rooms();
    const { lateApproval, postbackDelaySeconds, retryGuard, failover } = await accounts.changeSettings(
      id,
      given,
    );
    return {
      record: { id, lateApproval, postbackDelaySeconds, retryGuard, failover },
      text: `Pessoa ${id}: aprovação tardia ${lateApproval}; o primeiro aviso de uma venda espera ${postbackDelaySeconds} s; tentativa acima do limite da bandeira ${retryGuard}; segunda adquirente ${failover}.`,
    };
  },
};

function readSettings(args: Arguments): Partial<PersonSettings> {
  const lateApproval = args.optionalText('late-approval');
  const delay = args.optionalText('postback-delay');
  const guard = args.optionalText('retry-guard');
  const failover = args.optionalText('failover');
  if (![lateApproval, delay, guard, failover].some((one) => one !== undefined)) {
    throw new UsageError('Informe --late-approval, --postback-delay, --retry-guard ou --failover.');
  }
  return {
    ...(lateApproval === undefined
      ? {}
      : { lateApproval: readChoice(lateApproval, LATE_APPROVALS, '--late-approval') }),
    ...(guard === undefined ? {} : { retryGuard: readChoice(guard, RETRY_GUARDS, '--retry-guard') }),
    ...(failover === undefined ? {} : { failover: readChoice(failover, FAILOVERS, '--failover') }),
    ...(delay === undefined
      ? {}
      : { postbackDelaySeconds: /^\d{1,4}$/.test(delay) ? Number(delay) : Number.NaN }),
  };
}

const unlock: Command = {
  name: 'person unlock',
  summary: 'deixa a pessoa entrar de novo depois de senhas erradas demais',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    await accounts.unlockLogin(id);
    return { record: { id }, text: `Pessoa ${id}: acesso desbloqueado.` };
  },
};

const resetSecondFactor: Command = {
  name: 'person reset-second-factor',
  summary: 'remove o segundo fator de quem o perdeu: aplicativo, chaves de acesso e códigos de recuperação',
  positionals: ['ID'],
  options: {},
  details: () =>
    'Vale para quem entra com o CPF ou CNPJ da pessoa; o da equipe um administrador dela remove no painel, em Equipe.\n' +
    'Confira antes que é mesmo quem diz ser. As sessões abertas no painel acabam; a senha continua a mesma, e o painel\n' +
    'conta à pessoa que o segundo fator foi removido. Onde ele é exigido, ela ativa um novo logo que entra.',
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    await accounts.panel.resetPersonSecondFactor({ personId: id, by: 'command' });
    return {
      record: { id, secondFactor: false },
      text: `Pessoa ${id}: segundo fator removido, e as sessões no painel encerradas. A senha continua a mesma.`,
    };
  },
};

const technicalPassword: Command = {
  name: 'person technical-password',
  summary: 'define a senha técnica de uma pessoa, lida da entrada padrão; acaba também com um bloqueio dela',
  positionals: ['ID'],
  options: {},
  details: () => 'Ela é pedida no caixa para devolver o dinheiro de uma venda feita na maquininha.',
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const password = new Secret(await context.readInput());
    const { accounts, technicalPasswords } = await context.rooms();
    if (!(await accounts.findPerson(id))) throw refuseAccount('person_unknown');
    await technicalPasswords.set(id, password, async () => undefined);
    return { record: { id }, text: `Pessoa ${id}: senha técnica definida.` };
  },
};

export const personCommands: readonly Command[] = [
  add,
  list,
  showPersonCommand,
  editPersonCommand,
  activate,
  ...registrationCommands,
  deactivate,
  reactivate,
  link,
  unlock,
  resetSecondFactor,
  technicalPassword,
  set,
];

function listedRecord({ network, ...person }: PersonEntry) {
  return { ...personRecord(person), network: network ?? null };
}

/** The link is a secret that must be shown here, once: the operator asked for it. */
function linkAnswer(
  { timeZone }: CommandContext,
  done: string,
  { person, url, expiresAt }: PersonWithLink,
): CommandAnswer {
  return {
    record: { ...personRecord(person), link: url.reveal(), linkExpiresAt: isoTime(expiresAt) },
    text: `${done}\nLink para definir a senha, até ${spokenTime(expiresAt, timeZone)}:\n${url.reveal()}`,
  };
}
