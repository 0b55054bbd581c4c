import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { useReceiptShop } from '../../session/receipt-shop.ts';
import { useFormats } from '../../session/session.ts';
import { ShareText } from '../../ui/feedback/share-text.tsx';
import { Roll, RollCentered, RollHead, RollLine, RollPage } from '../../ui/screens/roll.tsx';
import { documentLine } from '../../ui/text/document-line.ts';
import { pixIdOf } from './outcome.ts';
import { receiptText } from './receipt-text.ts';
import styles from './till.module.css';

type Copies = Pick<
  TerminalRow['settings'],
  'printsProducts' | 'printsMerchantReceipt' | 'printsBuyerReceipt'
>;

const ONE = 10_000;

/** The receipts of a sale as printed, 58 or 80 mm wide. */
export function Receipts({ sale, settings }: { readonly sale: TillSale; readonly settings: Copies }) {
  const payment = sale.payments.findLast((one) => one.type === 'payment');
  const { printsMerchantReceipt, printsBuyerReceipt } = settings;
  // If neither is set, the button still prints the buyer's receipt.
  const buyers = printsBuyerReceipt || !printsMerchantReceipt;
  return (
    <Roll actions={<ShareReceipt sale={sale} />}>
      {buyers && (
        <Paper
          sale={sale}
          text={payment?.buyerReceipt ?? null}
          copy="Via do cliente"
          products={settings.printsProducts}
        />
      )}
      {printsMerchantReceipt && (
        <Paper
          sale={sale}
          text={payment?.merchantReceipt ?? null}
          copy="Via da loja"
          products={settings.printsProducts}
        />
      )}
    </Roll>
  );
}

function ShareReceipt({ sale }: { readonly sale: TillSale }) {
  const text = receiptText(sale, useReceiptShop(), useFormats().full(sale.createdAt));
  return <ShareText label="Enviar o comprovante" text={text} />;
}

function Paper(props: {
  readonly sale: TillSale;
  /** As sent by the payment client; null: none. */
  readonly text: string | null;
  readonly copy: string;
  readonly products: boolean;
}) {
  const { sale, text, copy, products } = props;
  const shop = useReceiptShop();
  const formats = useFormats();
  const pixId = pixIdOf(sale);
  return (
    <RollPage>
      <RollHead>{shop.name}</RollHead>
      {shop.document && <RollCentered>{documentLine(shop.document)}</RollCentered>}
      {shop.isTest && <RollHead>TESTE: sem valor</RollHead>}
      <RollHead>{copy}</RollHead>
      <p>
        Venda {sale.id} · {formats.full(sale.createdAt)}
      </p>
      {sale.reference && <p>Referência: {sale.reference}</p>}
      {products &&
        sale.items.map((item) => (
          <RollLine
            key={`${item.name} ${item.price}`}
            label={`${item.quantity / ONE} × ${item.name}`}
            cents={Math.round((item.quantity * item.price) / ONE)}
          />
        ))}
      {sale.discount > 0 && <RollLine label="Desconto" cents={-sale.discount} />}
      {sale.surcharge > 0 && <RollLine label="Acréscimo" cents={sale.surcharge} />}
      <RollLine label={sale.methodName} cents={sale.finalValue} />
      {sale.installments > 1 && <p>Em {sale.installments} parcelas</p>}
      {pixId && <p className={styles.pixId}>Identificação do Pix: {pixId}</p>}
      {text && <pre>{text.replace(/\r\n?/g, '\n')}</pre>}
    </RollPage>
  );
}
