import type { Settings } from './terminal.ts';

interface Parameter {
  readonly id: number;
  /** Spelt as the payment clients know it. */
  readonly name: string;
  readonly setting: keyof Settings;
}

/** One setting has two parameters, an old name and its correction (decisions 4). */
export const PARAMETERS: readonly Parameter[] = [
  { id: 40, name: 'permiteVendapercelada', setting: 'allowsInstallments' },
  { id: 41, name: 'parcelamentopadrao', setting: 'installmentKind' },
  { id: 42, name: 'permiteDesconto', setting: 'allowsDiscount' },
  { id: 43, name: 'permiteAcrescimo', setting: 'allowsSurcharge' },
  { id: 44, name: 'AguardaTef', setting: 'waitsForTef' },
  { id: 63, name: 'HabilitarPDV', setting: 'pointOfSale' },
  { id: 64, name: 'VendaPorValor', setting: 'sellsByValue' },
  { id: 68, name: 'SolicitarReferencia', setting: 'asksReference' },
  { id: 66, name: 'IdentificadorTef', setting: 'tefIdentifier' },
  { id: 67, name: 'RastrearIntervalo', setting: 'trackingInterval' },
  { id: 69, name: 'ImpressaoAutomatica', setting: 'printsAutomatically' },
  { id: 70, name: 'SolicitarCliente', setting: 'asksClient' },
  { id: 75, name: 'imprimirProdutos', setting: 'printsProducts' },
  { id: 76, name: 'imprimirCupomLojista', setting: 'printsMerchantReceipt' },
  { id: 77, name: 'imprimirCupomCliente', setting: 'printsBuyerReceipt' },
  { id: 79, name: 'HabilitarPedidos', setting: 'orders' },
  { id: 78, name: 'VendaPorProduto', setting: 'sellsByProduct' },
  { id: 80, name: 'permiteVendaParcelada', setting: 'allowsInstallments' },
  { id: 81, name: 'SolicitarOperador', setting: 'asksOperator' },
];
