import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TillCode, TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { CopiedAddress } from '../../ui/screens/facts.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { timeLeft } from './countdown.ts';
import styles from './till.module.css';

const AGAIN_MS = 1_000;
const COPIED_MS = 2_000;

/** How the buyer pays a sale by himself: a Pix, or the page of a card; by QR code, by its text or address, by WhatsApp. */
export function SharePayment({ sale }: { readonly sale: TillSale }) {
  const path = { id: sale.id };
  const code = useQuery({
    // The bank's answer may come later than the sale: then there is an address too.
    queryKey: ['till-sale-code', sale.id, sale.paymentUrl],
    queryFn: ({ signal }) => call('GET /till/sales/:id/code', { path, signal }),
    enabled: sale.paymentUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = code;
  const url = sale.paymentUrl;
  if (url === null) return <p className="soft">Gerando o Pix…</p>;
  const message = `Para pagar ${money(sale.finalValue)}: ${url}`;
  return (
    <div className={styles.share}>
      {data && (
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(data.qrCode)}`}
          alt={data.pix ? 'QR code do Pix' : 'QR code da página de pagamento'}
          width="300"
          height="300"
        />
      )}
      {data?.pix ? <PixText pix={data.pix} /> : <CopiedAddress address={url} what="endereço" />}
      <div className={styles.progressButtons}>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          variant={data?.pix ? 'default' : 'filled'}
          leftSection={<Icon name="send" />}
        >
          Enviar pelo WhatsApp
        </Button>
        <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
          Abrir a página de pagamento
        </Button>
      </div>
    </div>
  );
}

function PixText({ pix }: { readonly pix: NonNullable<TillCode['pix']> }) {
  const [now, setNow] = useState(Date.now);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(Date.parse(pix.expiresAt), now);
  const copy = async () => {
    await navigator.clipboard.writeText(pix.text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <>
      <p className={styles.left}>{left === undefined ? 'O prazo terminou' : `Vale por mais ${left}`}</p>
      <Button size="md" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} />}>
        {copied ? 'Código copiado' : 'Copiar o código Pix'}
      </Button>
    </>
  );
}
