import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { useActing } from '../../api/acting.ts';
import { useFormats, useMe } from '../../session/session.ts';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { documentLine, type ReceiptShop, receiptText } from './receipt-text.ts';
import styles from './receipts.module.css';

type Copies = Pick<
  TerminalRow['settings'],
  'printsProducts' | 'printsMerchantReceipt' | 'printsBuyerReceipt'
>;

const WIDTH_KEY = 'guiche-bobina';
const ONE = 10_000;

/** The receipts of a sale as printed, 58 or 80 mm wide. */
export function Receipts({ sale, settings }: { readonly sale: TillSale; readonly settings: Copies }) {
  const [width, setWidth] = useState(localStorage.getItem(WIDTH_KEY) === '58' ? '58' : '80');
  const payment = sale.payments.findLast((one) => one.type === 'payment');
  const { printsMerchantReceipt, printsBuyerReceipt } = settings;
  // If neither is set, the button still prints the buyer's receipt.
  const buyers = printsBuyerReceipt || !printsMerchantReceipt;
  const choose = (chosen: string) => {
    localStorage.setItem(WIDTH_KEY, chosen);
    setWidth(chosen);
  };
  return (
    <div className={styles.receipts}>
      <div className={styles.choice}>
        <SegmentedControl
          aria-label="Largura da bobina"
          data={[
            { value: '58', label: '58 mm' },
            { value: '80', label: '80 mm' },
          ]}
          value={width}
          onChange={choose}
        />
        <ShareReceipt sale={sale} />
      </div>
      <div className={width === '58' ? styles.narrow : styles.wide} data-print>
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
      </div>
    </div>
  );
}

function useShop(): ReceiptShop {
  const { person, mode } = useMe();
  const acting = useActing();
  return {
    name: acting?.name ?? person.tradeName ?? person.name,
    document: acting ? undefined : person.document,
    isTest: mode === 'sandbox',
  };
}

/** By the phone's own choice of apps, or by WhatsApp where the browser has none. */
function ShareReceipt({ sale }: { readonly sale: TillSale }) {
  const shop = useShop();
  const text = receiptText(sale, shop, useFormats().full(sale.createdAt));
  const label = 'Enviar o comprovante';
  const icon = <Icon name="send" />;
  if ('share' in navigator) {
    // Who closes the choice of apps has shared nothing.
    const share = () => navigator.share({ text }).catch(() => undefined);
    return (
      <Button variant="default" leftSection={icon} onClick={share}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      component="a"
      variant="default"
      leftSection={icon}
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {label}
    </Button>
  );
}

function Paper(props: {
  readonly sale: TillSale;
  /** As sent by the payment client; null: none. */
  readonly text: string | null;
  readonly copy: string;
  readonly products: boolean;
}) {
  const { sale, text, copy, products } = props;
  const shop = useShop();
  const formats = useFormats();
  return (
    <article className={styles.paper}>
      <p className={styles.shop}>{shop.name}</p>
      {shop.document && <p className={styles.document}>{documentLine(shop.document)}</p>}
      {shop.isTest && <p className={styles.shop}>TESTE: sem valor</p>}
      <p className={styles.shop}>{copy}</p>
      <p>
        Venda {sale.id} · {formats.full(sale.createdAt)}
      </p>
      {sale.reference && <p>Referência: {sale.reference}</p>}
      {products &&
        sale.items.map((item) => (
          <p key={`${item.name} ${item.price}`} className={styles.line}>
            <span>
              {item.quantity / ONE} × {item.name}
            </span>
            <span>{money(Math.round((item.quantity * item.price) / ONE))}</span>
          </p>
        ))}
      {sale.discount > 0 && <Line label="Desconto" cents={-sale.discount} />}
      {sale.surcharge > 0 && <Line label="Acréscimo" cents={sale.surcharge} />}
      <Line label={sale.methodName} cents={sale.finalValue} />
      {sale.installments > 1 && <p>Em {sale.installments} parcelas</p>}
      {text && <pre>{text.replace(/\r\n?/g, '\n')}</pre>}
    </article>
  );
}

function Line({ label, cents }: { readonly label: string; readonly cents: number }) {
  return (
    <p className={styles.line}>
      <span>{label}</span>
      <span>{money(cents)}</span>
    </p>
  );
}
