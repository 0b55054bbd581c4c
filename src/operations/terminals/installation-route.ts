import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import { Line } from '../interface/texts.ts';
import { findInstallation } from './store.ts';
import type { TerminalTables } from './tables.ts';

const parameters = Type.Object({
  instalacaoId: Type.Optional(
    Line({
      description: 'Obrigatório, na query ou no corpo: instalacaoId ou id do terminal físico',
      examples: ['1'],
    }),
  ),
});

/** A till asks for its installation to test its connection. */
export function installationOperation({
  database,
  accounts,
}: {
  readonly database: Pick<Database, 'read'>;
  readonly accounts: Pick<Accounts, 'findPerson'>;
}): Operation {
  return operation({
    set: 'Instalacao',
    method: 'GetById',
    verbs: ['GET', 'POST'],
    summary: 'Consulta a instalação de um terminal físico; caixas testam com ela a conexão',
    key: 'required',
    forPerson: true,
    query: parameters,
    body: parameters,
    answer: Type.Object({
      instalacao: Type.Object({
        id: Type.Integer({ description: 'Do terminal físico', examples: [1] }),
        nome: Type.String({ examples: ['Caixa 1'] }),
        instalacaoId: Type.String(),
        pessoa: Type.Object({
          id: Type.Integer(),
          nomeRazaoSocial: Type.String(),
          sobrenomeNomeFantasia: Type.Union([Type.String(), Type.Null()]),
        }),
      }),
    }),
    withData: true,
    audited: false,
    run: async ({ personId, query, body }) => {
      const asked = (query.instalacaoId ?? body.instalacaoId)?.trim();
      if (!asked) throw missingParameter('instalacaoId');
      const found = await findInstallation(database.read<TerminalTables>(), personId, asked);
      const person = found && (await accounts.findPerson(personId));
      if (!found || !person) throw operationRefuse('not_found', { message: 'Instalação não encontrada.' });
      return {
        instalacao: {
          id: found.id,
          nome: found.name,
          instalacaoId: found.installationId,
          pessoa: {
            id: person.id,
            nomeRazaoSocial: person.name,
            sobrenomeNomeFantasia: person.tradeName ?? null,
          },
        },
      };
    },
  });
}
