import Type from 'typebox';
import type { Accounts } from '../../accounts/index.ts';
import type { Database } from '../../platform/index.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { RecordId } from '../interface/record-id.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import { writeListedPerson } from '../persons/index.ts';
import type { Photos } from '../photos/index.ts';
import { adaptTerminal } from './adapt.ts';
import { installationOperation } from './installation-route.ts';
import { physicalTerminalOperations } from './physical-routes.ts';
import { saveTerminal } from './save.ts';
import { SavedTerminalRecord, TerminalBody, TerminalRecord } from './schema.ts';
import { findListedTerminal, selectTerminals } from './store.ts';
import type { TerminalTables } from './tables.ts';
import { readTerminal, writeSavedTerminal, writeTerminal } from './wire.ts';

const TerminalParameters = Type.Object({
  terminalId: Type.Optional(RecordId({ description: 'Obrigatório, na query ou no corpo', examples: [1] })),
});
interface TerminalOperations {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
}

export function terminalOperations({ database, accounts, photos }: TerminalOperations): readonly Operation[] {
  const writtenPerson = async (personId: number) =>
    writeListedPerson(await actingPerson(accounts, personId), {
      key: null,
      thumbnailUrl: photos.thumbnailUrl,
    });
  const insert = operation({
    set: 'Terminal',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria um terminal, ou edita o do id enviado',
    key: 'required',
    forPerson: true,
    wrapper: 'terminal',
    body: TerminalBody,
    adapt: adaptTerminal,
    answer: Type.Object({ terminal: SavedTerminalRecord }),
    withData: true,
    audited: true,
    run: async ({ personId, body, written }) => {
      const person = await writtenPerson(personId);
      const terminal = await saveTerminal(database, { ...readTerminal(body), personId }, written);
      return { terminal: writeSavedTerminal(terminal, person) };
    },
  });
  const list = operation({
    set: 'Terminal',
    method: 'GetByPessoaId',
    verbs: ['GET', 'POST'],
    summary: 'Lista os terminais de uma pessoa',
    key: 'required',
    forPerson: true,
    answer: Type.Object({ terminais: Type.Array(TerminalRecord) }),
    withData: true,
    audited: false,
    run: async ({ personId }) => {
      const person = await writtenPerson(personId);
      const tables = database.read<TerminalTables>();
      return {
        terminais: longList(
          (page) => selectTerminals(tables, personId, page),
          (listed) => writeTerminal(listed, person),
        ),
      };
    },
  });
  const byId = operation({
    set: 'Terminal',
    method: 'GetById',
    verbs: ['GET', 'POST'],
    summary: 'Consulta um terminal',
    key: 'required',
    forPerson: true,
    wrapper: 'terminal',
    query: TerminalParameters,
    body: TerminalParameters,
    answer: Type.Object({ terminal: TerminalRecord }),
    withData: true,
    audited: false,
    run: async ({ personId, query, body }) => {
      const id = query.terminalId ?? body.terminalId;
      if (id === undefined) throw missingParameter('terminalId');
      const found = await findListedTerminal(database.read<TerminalTables>(), personId, id);
      if (!found) throw operationRefuse('not_found');
      return { terminal: writeTerminal(found, await writtenPerson(personId)) };
    },
  });
  return [
    insert,
    list,
    byId,
    ...physicalTerminalOperations({ database, accounts }),
    installationOperation({ database, accounts }),
  ];
}
