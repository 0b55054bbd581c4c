import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { documentText, money } from '../../ui/text/format.ts';

/** Who sold. The document is absent while somebody else works in the shop. */
export interface ReceiptShop {
  readonly name: string;
  readonly document: string | undefined;
  /** Nothing of the sandbox is money. */
  readonly isTest: boolean;
}

const ONE = 10_000;

/** `CNPJ 11.222.333/0001-81` */
export function documentLine(document: string): string {
  const shown = documentText(document);
  return `${shown.length > 14 ? 'CNPJ' : 'CPF'} ${shown}`;
}

/** The receipt of a sale as a message. */
export function receiptText(sale: TillSale, shop: ReceiptShop, at: string): string {
  const lines = [
    `Comprovante · ${shop.name}`,
    shop.document && documentLine(shop.document),
    shop.isTest && 'TESTE: sem valor',
    `Venda ${sale.id} · ${at}`,
    sale.reference && `Referência: ${sale.reference}`,
    ...sale.items.map(
      ({ name, quantity, price }) =>
        `${quantity / ONE} × ${name}: ${money(Math.round((quantity * price) / ONE))}`,
    ),
    sale.discount > 0 && `Desconto: ${money(-sale.discount)}`,
    sale.surcharge > 0 && `Acréscimo: ${money(sale.surcharge)}`,
    `${sale.methodName}: ${money(sale.finalValue)}`,
    sale.installments > 1 && `Em ${sale.installments} parcelas`,
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
}
