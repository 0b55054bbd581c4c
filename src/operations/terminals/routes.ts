import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
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
import type { Terminal } from './terminal.ts';
import { readTerminal, type TerminalNames, writeSavedTerminal, writeTerminal } from './wire.ts';

const TerminalParameters = Type.Object({
  terminalId: Type.Optional(RecordId({ description: 'Obrigatório, na query ou no corpo', examples: [1] })),
});
interface TerminalOperations {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'brazilian'>;
  /** Names of a person's printers. */
  printerNames(personId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

export function terminalOperations(options: TerminalOperations): readonly Operation[] {
  const { database, accounts, photos, clock, time } = options;
  const namesOf = async (personId: number, terminals: readonly Terminal[]): Promise<TerminalNames> => {
    const changers = new Set(terminals.flatMap(({ lastChange }) => lastChange?.personId ?? []));
    const persons = await Promise.all([...changers].map((id) => accounts.findPerson(id)));
    const printerIds = new Set(terminals.flatMap(({ printerId }) => printerId ?? []));
    return {
      persons: new Map(persons.flatMap((person) => (person ? [[person.id, person.name]] : []))),
      printers: await options.printerNames(personId, [...printerIds]),
    };
  };
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
    run: async ({ holder, personId, body, written }) => {
      const person = await writtenPerson(personId);
      const change = { personId: holder?.personId ?? personId, at: clock.now() };
      const terminal = await saveTerminal(database, { ...readTerminal(body), personId, change }, written);
      return { terminal: writeSavedTerminal(terminal, person, await namesOf(personId, [terminal])) };
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
          async (page) => {
            const found = await selectTerminals(tables, personId, page);
            const names = await namesOf(
              personId,
              found.map(({ terminal }) => terminal),
            );
            return found.map((listed) => ({
              id: listed.id,
              written: writeTerminal(listed, person, { names, time }),
            }));
          },
          ({ written }) => written,
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
      const names = await namesOf(personId, [found.terminal]);
      return { terminal: writeTerminal(found, await writtenPerson(personId), { names, time }) };
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
