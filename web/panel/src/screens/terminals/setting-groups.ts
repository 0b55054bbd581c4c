import type { TerminalSettings } from '../../../../../src/panel/terminals/schema.ts';

export type SwitchName = {
  [Name in keyof TerminalSettings]-?: boolean extends TerminalSettings[Name] ? Name : never;
}[keyof TerminalSettings];

interface SettingSwitch {
  readonly name: SwitchName;
  readonly label: string;
  readonly hint?: string;
}

interface SettingGroup {
  readonly title: string;
  readonly switches: readonly SettingSwitch[];
}

/** The switches of a terminal in groups, as a shop asks for them. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'O que ele faz',
    switches: [
      { name: 'pointOfSale', label: 'Usar como caixa', hint: 'Aparece na tela Caixa, para vender daqui' },
      { name: 'orders', label: 'Receber pedidos', hint: 'Cobra um pedido que já está na lista' },
      { name: 'sellsByValue', label: 'Vender digitando o valor' },
      { name: 'sellsByProduct', label: 'Vender escolhendo produtos' },
      { name: 'allowsInstallments', label: 'Vender parcelado' },
      { name: 'allowsDiscount', label: 'Dar desconto' },
      { name: 'allowsSurcharge', label: 'Cobrar acréscimo' },
    ],
  },
  {
    title: 'O que pergunta em cada venda',
    switches: [
      { name: 'asksReference', label: 'A referência', hint: 'Um código seu, como o número da comanda' },
      { name: 'asksClient', label: 'O cliente', hint: 'Também para cobrar o cartão salvo dele' },
      { name: 'asksOperator', label: 'O operador', hint: 'Quem está vendendo' },
    ],
  },
  {
    title: 'O que imprime',
    switches: [
      { name: 'printsAutomatically', label: 'Imprimir sem perguntar' },
      { name: 'printsProducts', label: 'A lista dos produtos' },
      { name: 'printsMerchantReceipt', label: 'A via da loja' },
      { name: 'printsBuyerReceipt', label: 'A via do cliente' },
    ],
  },
];

export const WAITS_FOR_PAD: SettingSwitch = {
  name: 'waitsForTef',
  label: 'Esperar a maquininha',
  hint: 'A venda só termina quando ela responde',
};
