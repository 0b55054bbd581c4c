import {
  type Address,
  formatDocument,
  givenEmail,
  givenPhone,
  type Person,
  type PersonChanges,
} from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { type Arguments, type Command, UsageError } from '../line/command.ts';
import { printableText } from '../line/printable.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readId } from '../line/values.ts';
import { personRecord, STATUS_TEXT } from './person-record.ts';

export const showPersonCommand: Command = {
  name: 'person show',
  summary: 'mostra uma pessoa: cadastro, acesso, chaves em uso e formas de pagamento',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts, paymentMethods } = await context.rooms();
    const person = await accounts.findPerson(id);
    if (!person) throw refuseAccount('person_unknown');
    const keys = (await accounts.listCredentials({ personId: id })).filter(({ state }) => state === 'in_use');
    const methods = [...new Set((await paymentMethods.listFor(id)).map(({ name }) => name))];
    const heldUntil = await accounts.loginHeldUntil(person);
    const secondFactor = await accounts.panel.ownerHasSecondFactor(id);
    const time = (epochMs: number) => spokenTime(epochMs, context.timeZone);
    return {
      record: {
        ...personRecord(person),
        loginHeldUntil: isoTime(heldUntil),
        secondFactor,
        keysInUse: keys.map(({ id: key, kind, name }) => ({ id: key, kind, name: name ?? null })),
        methods,
      },
      text: linesOf([
        ['Pessoa', `${person.id}, ${person.role}, ${STATUS_TEXT[person.status]}`],
        ['Documento', formatDocument(person.document)],
        ['Nome', person.name],
        ['Nome fantasia', person.tradeName],
        ['E-mail', person.email],
        ['Telefones', [person.phone1, person.phone2].filter(Boolean).join(', ')],
        ['Endereço', addressText(person.address)],
        [
          'Cadastrada',
          `${time(person.createdAt)}${person.createdBy ? `, pela pessoa ${person.createdBy}` : ''}`,
        ],
        ['Ativada', person.activatedAt === undefined ? undefined : time(person.activatedAt)],
        ['Login travado até', heldUntil === undefined ? undefined : time(heldUntil)],
        ['Segundo fator', secondFactor ? 'ativado' : 'desativado'],
        ['Aprovação tardia', person.lateApproval],
        ['Acima do limite de tentativas', person.retryGuard],
        ['Segunda adquirente', person.failover],
        ['Primeiro aviso', `${person.postbackDelaySeconds} s depois da resposta`],
        ['Chaves em uso', keys.map(({ id: key, kind }) => `${key} ${kind}`).join(', ') || 'nenhuma'],
        ['Formas de pagamento', methods.join(', ')],
      ]),
    };
  },
};

const CLEARED = ['trade-name', 'email', 'phone', 'phone2', 'address'] as const;
const ADDRESS_PARTS = {
  street: 'street',
  number: 'number',
  complement: 'complement',
  district: 'district',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
} as const;

export const editPersonCommand: Command = {
  name: 'person edit',
  summary: 'muda o cadastro de uma pessoa; o que não é dado fica como está',
  positionals: ['ID'],
  options: {
    name: { summary: 'nome ou razão social', value: 'X' },
    'trade-name': { summary: 'nome fantasia, que os compradores veem', value: 'X' },
    document: { summary: 'CPF ou CNPJ, com ou sem pontuação', value: 'N' },
    email: { summary: 'e-mail', value: 'X' },
    phone: { summary: 'telefone', value: 'N' },
    phone2: { summary: 'outro telefone', value: 'N' },
    street: { summary: 'endereço: rua, avenida', value: 'X' },
    number: { summary: 'endereço: número', value: 'X' },
    complement: { summary: 'endereço: complemento', value: 'X' },
    district: { summary: 'endereço: bairro', value: 'X' },
    city: { summary: 'endereço: cidade', value: 'X' },
    state: { summary: 'endereço: estado', value: 'UF' },
    'postal-code': { summary: 'endereço: CEP', value: 'N' },
    clear: { summary: 'apaga este dado; pode repetir', value: CLEARED.join('|'), repeatable: true },
  },
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    checkGiven(args);
    const { accounts } = await context.rooms();
    const before = await accounts.findPerson(id);
    if (!before) throw refuseAccount('person_unknown');
    // The operator at the command line may edit everybody.
    const editor = { personId: 0, role: 'operator' } as const;
    const person = await accounts.editPerson({ id, editor, changes: changesOf(args, before) });
    return { record: personRecord(person), text: `Pessoa ${id} mudada. Veja: guiche person show ${id}` };
  },
};

function checkGiven(args: Arguments): void {
  const cleared = args.texts('clear');
  const unknown = cleared.find((field) => !CLEARED.some((known) => known === field));
  if (unknown !== undefined)
    throw new UsageError(`--clear deve ser ${CLEARED.join(', ')}, não "${unknown}".`);
  const both = cleared.find((field) => args.optionalText(field) !== undefined);
  if (both !== undefined) throw new UsageError(`--${both} e --clear ${both} não se juntam.`);
  const given = Object.keys(editPersonCommand.options).filter((name) => args.texts(name).length > 0);
  if (given.length === 0) throw new UsageError('Diga o que mudar, como --email X.');
}

/** What is not given stays as it is. */
function checked(
  given: string | null | undefined,
  read: (given: string | null) => string | null,
): string | null | undefined {
  return given === undefined ? undefined : read(given);
}

/** A part of an address changes that part of it. */
function changesOf(args: Arguments, before: Person): PersonChanges {
  const isCleared = (field: (typeof CLEARED)[number]) => args.texts('clear').includes(field);
  const text = (field: (typeof CLEARED)[number]) => (isCleared(field) ? null : args.optionalText(field));
  const parts = Object.entries(ADDRESS_PARTS).flatMap(([option, part]) => {
    const value = args.optionalText(option);
    return value === undefined ? [] : [[part, value] as const];
  });
  const kept: Address = isCleared('address') ? {} : (before.address ?? {});
  return {
    document: args.optionalText('document') ?? before.document,
    name: args.optionalText('name') ?? before.name,
    tradeName: text('trade-name'),
    email: checked(text('email'), (given) => givenEmail(given, '--email')),
    phone1: checked(text('phone'), (given) => givenPhone(given, '--phone')),
    phone2: checked(text('phone2'), (given) => givenPhone(given, '--phone2')),
    address: parts.length > 0 || isCleared('address') ? { ...kept, ...Object.fromEntries(parts) } : undefined,
  };
}

function addressText(address: Address | undefined): string {
  if (!address) return '';
  const { streetType, street, number, complement, district, city, state, postalCode } = address;
  const place = [[streetType, street].filter(Boolean).join(' '), number, complement, district, city, state];
  return [...place, postalCode].filter(Boolean).join(', ');
}

/** What is empty is left out. */
function linesOf(rows: readonly (readonly [string, string | undefined])[]): string {
  const filled = rows.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...filled.map(([title]) => title.length));
  return filled.map(([title, value]) => `${title.padEnd(width)}  ${printableText(value ?? '')}`).join('\n');
}
