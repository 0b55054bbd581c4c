import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PixCode, SharePix } from '../../ui/feedback/pix-code.tsx';
import { saleStatusLabel } from '../../ui/feedback/status.tsx';
import { CopyText } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { useTitle } from '../../ui/screens/use-title.ts';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './charge.module.css';

const REFRESH_MS = 2_000;
const STARTED = 0;
const WAITING = 1;
const PAID = 6;

/** The code on the whole screen until it is paid, which the page finds out by itself. */
export function WaitingPix({ id, onAgain }: { readonly id: string; readonly onAgain: () => void }) {
  const sale = useQuery({
    queryKey: ['sale', id],
    queryFn: ({ signal }) => call('GET /sales/:id', { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      !data || data.status === STARTED || data.status === WAITING ? REFRESH_MS : false,
  });
  useTitle(sale.data ? `Pix de ${money(sale.data.amount)}` : 'Pix');
  if (!sale.data) {
    return sale.isError ? <ErrorNotice error={sale.error} onRetry={() => sale.refetch()} /> : <Loading />;
  }
  const { status, amount, description } = sale.data;
  return (
    <section className={styles.screen} aria-label="Pix">
      <h1 className={styles.total}>{money(amount)}</h1>
      {description !== null && <p className="soft">{description}</p>}
      <div role="status" className={styles.state}>
        <State sale={sale.data} />
      </div>
      {status === WAITING && <Code sale={sale.data} />}
      <div className={styles.buttons}>
        <Button variant={status === PAID ? 'filled' : 'default'} onClick={onAgain}>
          Nova cobrança
        </Button>
        <Button variant="subtle" component={Link} to={`/vendas/${id}`}>
          Ver a venda
        </Button>
      </div>
    </section>
  );
}

function State({ sale }: { readonly sale: Sale }) {
  const { full } = useFormats();
  if (sale.status === STARTED) return <p>Gerando o Pix…</p>;
  if (sale.status === WAITING) {
    return <p>Peça ao cliente que aponte a câmera do banco dele. Esta tela avisa quando for pago.</p>;
  }
  if (sale.status === PAID) {
    return (
      <div className={styles.paid}>
        <Icon name="check" size={64} />
        <strong>Pago</strong>
        <p>{[sale.pix?.payerName, sale.pix?.paidAt && full(sale.pix.paidAt)].filter(Boolean).join(' · ')}</p>
      </div>
    );
  }
  return (
    <Notice tone="wait">
      {saleStatusLabel(sale)}: este Pix não pode mais ser pago.
      {sale.providerMessage !== null && ` ${sale.providerMessage}`}
    </Notice>
  );
}

function Code({ sale: { id, amount, pix } }: { readonly sale: Sale }) {
  const { minute } = useFormats();
  if (!pix?.code) return <Loading />;
  return (
    <>
      <PixCode id={id} />
      <CopyText text={pix.code} label="Copiar o código Pix" />
      {pix.url !== null && <SharePix text={`Pague ${money(amount)} por Pix:`} url={pix.url} />}
      <p className="soft">Vale até {minute(pix.expiresAt)}</p>
    </>
  );
}
