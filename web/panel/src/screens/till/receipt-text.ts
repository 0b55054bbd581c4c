import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import type { ReceiptShop } from '../../session/receipt-shop.ts';
import { documentLine } from '../../ui/text/document-line.ts';
import { money } from '../../ui/text/format.ts';
import { pixIdOf } from './outcome.ts';

const ONE = 10_000;

/** The receipt of a sale as a message. */
export function receiptText(sale: TillSale, shop: ReceiptShop, at: string): string {
  const pixId = pixIdOf(sale);
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
    pixId && `Identificação do Pix: ${pixId}`,
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
}
