import Type, { type Static } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { PASSWORD_MAX_CHARACTERS } from '../../accounts/logins/index.ts';
import type { Person } from '../../accounts/persons/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { Bool, Text, UNSEARCHED } from '../../platform/http/index.ts';
import { Secret } from '../../platform/secret.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { Line, requiredText } from '../interface/texts.ts';
import { OPERATOR_PROFILES, type Operator, type OperatorProfile } from './operator.ts';
import { saveOperator } from './save.ts';
import { selectOperators } from './store.ts';
import type { OperatorTables } from './tables.ts';

const OperatorBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Ana'] }),
  login: Type.Optional(Line({ description: 'Ausente: o nome', examples: ['ana'] })),
  email: Type.Optional(Line({ examples: ['ana@loja.example'] })),
  ativo: Type.Optional(Bool({ default: true })),
  perfil: Type.Optional(Line({ description: OPERATOR_PROFILES.join(', '), examples: ['caixa'] })),
  senha: Type.Optional(
    Text({
      maxLength: PASSWORD_MAX_CHARACTERS,
      [UNSEARCHED]: 'password',
      description:
        'De 12 a 256 caracteres, para Login/Login; ausente ou vazia: fica como está. Nunca é devolvida',
    }),
  ),
});

export const OperatorRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    pessoa: Type.Object({ id: Type.Integer(), nomeRazaoSocial: Type.String() }),
    nome: Type.String({ examples: ['Ana'] }),
    login: Type.String({ examples: ['ana'] }),
    email: Type.Union([Type.String(), Type.Null()]),
    ativo: Type.Boolean(),
    perfil: Type.String({ examples: ['caixa'] }),
  },
  { title: 'Operador' },
);

const shared = { set: 'Operador', key: 'required', forPerson: true, withData: true } as const;

/** Those who sell at tills: sales name them by their id, and they log in by their login. */
export function operatorOperations({
  database,
  accounts,
}: {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'chooseOperatorPassword' | 'endOperatorLogins'>;
}): readonly Operation[] {
  const insert = operation({
    ...shared,
    verbs: ['POST'],
    method: 'Insert',
    summary: 'Cria um operador de caixa, ou edita o do id enviado',
    wrapper: 'operador',
    body: OperatorBody,
    answer: Type.Object({ operador: OperatorRecord }),
    audited: true,
    prepare: async ({ personId, body }) =>
      body.senha
        ? accounts.chooseOperatorPassword({
            personId,
            password: new Secret(body.senha),
            known: [body.nome, body.login, body.email],
          })
        : undefined,
    run: async ({ personId, body, written }, passwordHash) => {
      const person = await actingPerson(accounts, personId);
      const request = {
        personId,
        id: existingId(body.id),
        name: requiredText('nome', body.nome),
        login: body.login?.trim() || undefined,
        email: body.email?.trim() || undefined,
        active: body.ativo,
        profile: readProfile(body.perfil),
        passwordHash,
      };
      const saved = await saveOperator({ database, accounts }, request, written);
      return { operador: writeOperator(saved, person) };
    },
  });
  const list = operation({
    ...shared,
    verbs: ['GET', 'POST'],
    method: 'GetByPessoaId',
    summary: 'Lista os operadores de uma pessoa',
    answer: Type.Object({ operadores: Type.Array(OperatorRecord) }),
    audited: false,
    run: async ({ personId }) => {
      const person = await actingPerson(accounts, personId);
      return {
        operadores: longList(
          (page) => selectOperators(database.read<OperatorTables>(), personId, page),
          (operator) => writeOperator(operator, person),
        ),
      };
    },
  });
  return [insert, list];
}

function readProfile(sent: string | undefined): OperatorProfile | undefined {
  if (sent === undefined) return undefined;
  const known = OPERATOR_PROFILES.find((profile) => profile === sent.trim().toLowerCase());
  if (known) return known;
  throw operationRefuse('value_invalid', {
    field: 'perfil',
    message: `O campo perfil deve ser um destes valores: ${OPERATOR_PROFILES.join(', ')}.`,
  });
}

export function writeOperator(operator: Operator, person: Person): Static<typeof OperatorRecord> {
  return {
    id: operator.id,
    pessoa: { id: person.id, nomeRazaoSocial: person.name },
    nome: operator.name,
    login: operator.login,
    email: operator.email ?? null,
    ativo: operator.active === 1,
    perfil: operator.profile,
  };
}
