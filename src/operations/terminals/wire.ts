import type { Static } from 'typebox';
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
export function readTerminal(body: TerminalBody): Omit<TerminalToSave, 'personId'> {
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

export function writeSavedTerminal(
  terminal: Terminal,
  person: WrittenPerson,
): Static<typeof SavedTerminalRecord> {
  return {
    id: terminal.id,
    nome: terminal.name,
    impressora: terminal.printerId === undefined ? null : { id: terminal.printerId },
    pessoa: person,
  };
}

export function writeTerminal(
  { terminal, physical }: ListedTerminal,
  person: WrittenPerson,
): Static<typeof TerminalRecord> {
  const { settings } = terminal;
  return {
    ...writeSavedTerminal(terminal, person),
    terminalFisico: {
      id: physical.id,
      nome: physical.name,
      instalacaoId: physical.installationId,
      pessoa: person,
    },
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
