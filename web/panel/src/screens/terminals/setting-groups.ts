import type { TerminalSettings } from '../../../../../src/panel/terminals/schema.ts';

export type SwitchName = {
  [Name in keyof TerminalSettings]-?: boolean extends TerminalSettings[Name] ? Name : never;
}[keyof TerminalSettings];

interface SettingGroup {
  readonly title: string;
  readonly switches: readonly (readonly [SwitchName, string])[];
}

/** The switches of a terminal in groups. The three text settings are shown with the last group. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Venda',
    switches: [
      ['sellsByValue', 'Vender por valor'],
      ['sellsByProduct', 'Vender por produto'],
      ['orders', 'Trabalhar com pedidos'],
      ['pointOfSale', 'Habilitar o PDV'],
      ['allowsInstallments', 'Permitir venda parcelada'],
      ['allowsDiscount', 'Permitir desconto'],
      ['allowsSurcharge', 'Permitir acréscimo'],
    ],
  },
  {
    title: 'Perguntas na venda',
    switches: [
      ['asksReference', 'Pedir a referência'],
      ['asksClient', 'Pedir o cliente'],
      ['asksOperator', 'Pedir o operador'],
    ],
  },
  {
    title: 'Impressão',
    switches: [
      ['printsAutomatically', 'Imprimir automaticamente'],
      ['printsProducts', 'Imprimir os produtos'],
      ['printsMerchantReceipt', 'Imprimir a via da loja'],
      ['printsBuyerReceipt', 'Imprimir a via do cliente'],
    ],
  },
  { title: 'TEF', switches: [['waitsForTef', 'Aguardar o TEF']] },
];
