import type { TerminalBody } from './schema.ts';
import type { Settings } from './terminal.ts';

interface Parameter {
  readonly id: number;
  /** Spelt as the payment clients know it. */
  readonly name: string;
  readonly setting: keyof Settings;
  /** The equivalent configuration field of a request. */
  readonly field: keyof TerminalBody;
}

/** One setting has two parameters, an old name and, after it, its correction (docs/contract/decided.md 4). */
export const PARAMETERS: readonly Parameter[] = [
  { id: 40, name: 'permiteVendapercelada', setting: 'allowsInstallments', field: 'permiteVendaParcelada' },
  { id: 41, name: 'parcelamentopadrao', setting: 'installmentKind', field: 'parcelamentoPadrao' },
  { id: 42, name: 'permiteDesconto', setting: 'allowsDiscount', field: 'permiteDesconto' },
  { id: 43, name: 'permiteAcrescimo', setting: 'allowsSurcharge', field: 'permiteAcrescimo' },
  { id: 44, name: 'AguardaTef', setting: 'waitsForTef', field: 'aguardaTef' },
  { id: 63, name: 'HabilitarPDV', setting: 'pointOfSale', field: 'habilitarPDV' },
  { id: 64, name: 'VendaPorValor', setting: 'sellsByValue', field: 'vendaPorValor' },
  { id: 68, name: 'SolicitarReferencia', setting: 'asksReference', field: 'solicitarReferencia' },
  { id: 66, name: 'IdentificadorTef', setting: 'tefIdentifier', field: 'identificadorTef' },
  { id: 67, name: 'RastrearIntervalo', setting: 'trackingInterval', field: 'rastrearIntervalo' },
  { id: 69, name: 'ImpressaoAutomatica', setting: 'printsAutomatically', field: 'impressaoAutomatica' },
  { id: 70, name: 'SolicitarCliente', setting: 'asksClient', field: 'solicitarCliente' },
  { id: 75, name: 'imprimirProdutos', setting: 'printsProducts', field: 'imprimirProdutos' },
  { id: 76, name: 'imprimirCupomLojista', setting: 'printsMerchantReceipt', field: 'imprimirCupomLojista' },
  { id: 77, name: 'imprimirCupomCliente', setting: 'printsBuyerReceipt', field: 'imprimirCupomCliente' },
  { id: 79, name: 'HabilitarPedidos', setting: 'orders', field: 'habilitarPedidos' },
  { id: 78, name: 'VendaPorProduto', setting: 'sellsByProduct', field: 'vendaPorProduto' },
  { id: 80, name: 'permiteVendaParcelada', setting: 'allowsInstallments', field: 'permiteVendaParcelada' },
  { id: 81, name: 'SolicitarOperador', setting: 'asksOperator', field: 'solicitarOperador' },
];
