import Type, { type Static } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import { Bool, Int } from '../../platform/http/index.ts';
import { longList } from '../interface/long-list.ts';
import { newRecordId } from '../interface/new-record.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { recordNamed } from '../interface/request.ts';
import { Line, Paragraphs, requiredText } from '../interface/texts.ts';
import {
  findPhysicalTerminal,
  insertPhysicalTerminal,
  selectPhysicalPage,
  updatePhysicalTerminal,
} from './store.ts';
import type { TerminalTables } from './tables.ts';
import { DEFAULT_PHYSICAL_SETTINGS, type PhysicalTerminal } from './terminal.ts';

const MAX_STATUS = 99;
const MAX_UPDATE_ID = Number.MAX_SAFE_INTEGER;

const LISTED = {
  id: Type.Integer({ examples: [4] }),
  nome: Type.String({ examples: ['Caixa 1'] }),
  instalacaoId: Type.String(),
  pontoCaptura: Type.String(),
};
const ListedPhysicalRecord = Type.Object(LISTED);
const PhysicalRecord = Type.Object(
  {
    ...LISTED,
    ambientePGW: Type.String(),
    obs: Type.String(),
    status: Type.Integer({ description: '5 ativo' }),
    usaPinPad: Type.Boolean(),
    appAtualizacao: Type.Object({ id: Type.Integer({ description: '0: nenhuma' }) }),
    appAtualizacaoObrigatoria: Type.Boolean(),
  },
  { title: 'TerminalFisico' },
);

const PhysicalBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Caixa 1'] }),
  pontoCaptura: Type.Optional(Line()),
  ambientePgw: Type.Optional(Line()),
  obs: Type.Optional(Paragraphs()),
  status: Type.Optional(Int({ minimum: 0, maximum: MAX_STATUS, default: 5 })),
  usaPinPad: Type.Optional(Bool({ default: true })),
  appAtualizacaoId: Type.Optional(Int({ minimum: 0, maximum: MAX_UPDATE_ID })),
  appAtualizacaoObrigatoria: Type.Optional(Bool({ default: false })),
});

interface PhysicalRooms {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'mayActFor'>;
}

const shared = { set: 'TerminalFisico', key: 'required', withData: true } as const;

export function physicalTerminalOperations({ database, accounts }: PhysicalRooms): readonly Operation[] {
  const list = operation({
    ...shared,
    verbs: ['GET', 'POST'],
    method: 'GetByPessoaId',
    summary: 'Lista os terminais físicos de uma pessoa',
    forPerson: true,
    answer: Type.Object({ terminaisFisicos: Type.Array(ListedPhysicalRecord) }),
    audited: false,
    run: async ({ personId }) => ({
      terminaisFisicos: longList(
        (page) => selectPhysicalPage(database.read<TerminalTables>(), personId, page),
        writeListed,
      ),
    }),
  });
  const wanted = recordNamed('terminalFisicoId');
  const byId = operation({
    ...shared,
    verbs: ['GET', 'POST'],
    method: 'GetById',
    summary: 'Consulta um terminal físico',
    // Deployed clients send a pessoaVendedorId that is not its owner: whose it is follows from its id.
    forPerson: false,
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ terminalFisico: PhysicalRecord }),
    audited: false,
    run: async ({ holder, query, body }) => {
      const id = wanted.idIn({ query, body });
      const found = await findPhysicalTerminal(database.read<TerminalTables>(), id);
      const allowed = found && holder && (await accounts.mayActFor(holder, found.personId)) === 'allowed';
      if (!allowed) throw operationRefuse('not_found');
      return { terminalFisico: writePhysical(found) };
    },
  });
  const insert = operation({
    ...shared,
    verbs: ['POST'],
    method: 'Insert',
    summary: 'Cria um terminal físico, ou edita o do id enviado',
    forPerson: true,
    wrapper: 'terminalFisico',
    body: PhysicalBody,
    answer: Type.Object({ terminalFisico: PhysicalRecord }),
    audited: true,
    run: async ({ personId, body, written }) => ({
      terminalFisico: writePhysical(await savePhysical(database, { personId, body }, written)),
    }),
  });
  return [list, byId, insert];
}

/** Adds a physical terminal, or edits the one with the id. Refusals: not_found, records_exceeded. */
function savePhysical(
  database: Database,
  { personId, body }: { readonly personId: number; readonly body: Static<typeof PhysicalBody> },
  written: Written<PhysicalTerminal>,
): Promise<PhysicalTerminal> {
  const id = existingId(body.id);
  const name = requiredText('nome', body.nome);
  return database.write(async (transaction) => {
    const tables = transaction.tables<TerminalTables>();
    const known = id === undefined ? undefined : await findPhysicalTerminal(tables, id);
    if (id !== undefined && known?.personId !== personId) throw operationRefuse('not_found');
    const before: PhysicalTerminal = known ?? {
      id: await newRecordId(transaction, 'physical_terminal', personId),
      personId,
      name,
      installationId: '',
      settings: DEFAULT_PHYSICAL_SETTINGS,
    };
    const { settings } = before;
    const saved: PhysicalTerminal = {
      ...before,
      name,
      settings: {
        capturePoint: body.pontoCaptura?.trim() ?? settings.capturePoint,
        environment: body.ambientePgw?.trim() ?? settings.environment,
        note: body.obs?.trim() ?? settings.note,
        usesPinPad: body.usaPinPad ?? settings.usesPinPad,
        updateId: body.appAtualizacaoId ?? settings.updateId,
        updateRequired: body.appAtualizacaoObrigatoria ?? settings.updateRequired,
        status: body.status ?? settings.status,
      },
    };
    await (known ? updatePhysicalTerminal(tables, saved) : insertPhysicalTerminal(tables, saved));
    await written(transaction, saved);
    return saved;
  });
}

function writeListed({ id, name, installationId, settings }: PhysicalTerminal) {
  return { id, nome: name, instalacaoId: installationId, pontoCaptura: settings.capturePoint };
}

function writePhysical(physical: PhysicalTerminal): Static<typeof PhysicalRecord> {
  const { settings } = physical;
  return {
    ...writeListed(physical),
    ambientePGW: settings.environment,
    obs: settings.note,
    status: settings.status,
    usaPinPad: settings.usesPinPad,
    appAtualizacao: { id: settings.updateId ?? 0 },
    appAtualizacaoObrigatoria: settings.updateRequired,
  };
}
