import type { Static } from 'typebox';
import type { LocalTime } from '../../platform/time/clock.ts';
import { existingId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { type Edited, requiredText } from '../interface/texts.ts';
import type { ListedPerson } from '../persons/index.ts';
import { PARAMETERS } from './parameters.ts';
import type { TerminalToSave } from './save.ts';
import type { SavedTerminalRecord, TerminalBody, TerminalRecord } from './schema.ts';
import type { ListedTerminal } from './store.ts';
import {
  INSTALLMENT_KINDS,
  type InstallmentKind,
  type SettingChanges,
  type Settings,
  type Terminal,
} from './terminal.ts';

/** Both request forms. Throws a Refusal 400 for wrong values that the schema does not catch. */
export function readTerminal(body: TerminalBody): Omit<TerminalToSave, 'personId' | 'change'> {
  return {
    id: existingId(body.id),
    physicalTerminalId: existingId(body.terminalFisicoId) ?? existingId(body.terminalFisico?.id),
    installationId: readInstallationId(body),
    changes: {
      name: requiredText('nome', body.nome),
      printerId: readPrinterId(body),
      settings: readSettings(body),
    },
  };
}

function readInstallationId({ instalacaoId, terminalFisico }: TerminalBody): string | undefined {
  const sent = instalacaoId === undefined ? terminalFisico?.instalacaoId : instalacaoId;
  return sent === null ? '' : sent?.trim();
}

/** Null: none. */
function readPrinterId({ impressora, impressoraId }: TerminalBody): Edited<number> {
  if (impressoraId !== undefined) return impressoraId || null;
  return impressora === undefined ? undefined : impressora?.id || null;
}

function readSettings(body: TerminalBody): SettingChanges {
  return {
    asksReference: body.solicitarReferencia,
    asksClient: body.solicitarCliente,
    asksOperator: body.solicitarOperador,
    allowsInstallments: body.permiteVendaParcelada,
    allowsDiscount: body.permiteDesconto,
    allowsSurcharge: body.permiteAcrescimo,
    waitsForTef: body.aguardaTef,
    pointOfSale: body.habilitarPDV,
    sellsByValue: body.vendaPorValor,
    sellsByProduct: body.vendaPorProduto,
    orders: body.habilitarPedidos,
    printsAutomatically: body.impressaoAutomatica,
    printsProducts: body.imprimirProdutos,
    printsMerchantReceipt: body.imprimirCupomLojista,
    printsBuyerReceipt: body.imprimirCupomCliente,
    tefIdentifier: body.identificadorTef,
    trackingInterval: body.rastrearIntervalo,
    installmentKind: readInstallmentKind(body.parcelamentoPadrao),
  };
}

function readInstallmentKind(sent: Edited<string>): Edited<InstallmentKind> {
  if (sent === undefined || sent === null) return sent;
  const text = sent.trim().toLowerCase();
  const known = INSTALLMENT_KINDS.find((kind) => kind === text);
  if (known) return known;
  throw operationRefuse('value_invalid', {
    field: 'parcelamentoPadrao',
    message: `O campo parcelamentoPadrao deve ser um destes valores: ${INSTALLMENT_KINDS.join(', ')}.`,
  });
}

type WrittenPerson = Static<typeof ListedPerson>;

/** Names of what a terminal refers to. */
export interface TerminalNames {
  /** Of the person's printers; a terminal may name one that does not exist. */
  readonly printers: ReadonlyMap<number, string>;
  readonly persons: ReadonlyMap<number, string>;
}

export function writeSavedTerminal(
  terminal: Terminal,
  person: WrittenPerson,
  { printers }: Pick<TerminalNames, 'printers'>,
): Static<typeof SavedTerminalRecord> {
  const { printerId } = terminal;
  return {
    id: terminal.id,
    nome: terminal.name,
    impressora: printerId === undefined ? null : { id: printerId, nome: printers.get(printerId) ?? '' },
    pessoa: person,
  };
}

export function writeTerminal(
  { terminal, physical }: ListedTerminal,
  person: WrittenPerson,
  { names, time }: { readonly names: TerminalNames; readonly time: Pick<LocalTime, 'brazilian'> },
): Static<typeof TerminalRecord> {
  const { settings, lastChange } = terminal;
  return {
    ...writeSavedTerminal(terminal, person, names),
    terminalFisico: {
      id: physical.id,
      nome: physical.name,
      instalacaoId: physical.installationId,
      pontoCaptura: physical.settings.capturePoint,
      pessoa: person,
    },
    pontoCaptura: physical.settings.capturePoint,
    pessoaUltimaModificacao: lastChange
      ? { id: lastChange.personId, nome: names.persons.get(lastChange.personId) ?? '' }
      : null,
    dataUltimaModificacao: lastChange ? time.brazilian(lastChange.at).slice(0, 16) : '',
    ...writeSettings(settings),
    terminalParametros: PARAMETERS.map(({ id, name, setting }) => ({
      id,
      valor: String(settings[setting]),
      parametro: { id, nome: name, descricao: name, valor: null },
    })),
  };
}

function writeSettings(settings: Settings) {
  return {
    solicitarReferencia: settings.asksReference,
    solicitarCliente: settings.asksClient,
    solicitarOperador: settings.asksOperator,
    permiteVendaParcelada: settings.allowsInstallments,
    permiteDesconto: settings.allowsDiscount,
    permiteAcrescimo: settings.allowsSurcharge,
    aguardaTef: settings.waitsForTef,
    habilitarPDV: settings.pointOfSale,
    vendaPorValor: settings.sellsByValue,
    vendaPorProduto: settings.sellsByProduct,
    habilitarPedidos: settings.orders,
    impressaoAutomatica: settings.printsAutomatically,
    imprimirProdutos: settings.printsProducts,
    imprimirCupomLojista: settings.printsMerchantReceipt,
    imprimirCupomCliente: settings.printsBuyerReceipt,
    identificadorTef: settings.tefIdentifier,
    rastrearIntervalo: settings.trackingInterval,
    parcelamentoPadrao: settings.installmentKind,
  };
}
