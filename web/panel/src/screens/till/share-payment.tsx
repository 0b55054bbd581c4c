import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { CopiedAddress } from '../../ui/screens/facts.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './till.module.css';

/** The page where the buyer pays: by QR code, by its address, by WhatsApp. */
export function SharePayment({ sale, url }: { readonly sale: TillSale; readonly url: string }) {
  const path = { id: sale.id };
  const code = useQuery({
    queryKey: ['till-sale-code', sale.id],
    queryFn: ({ signal }) => call('GET /till/sales/:id/code', { path, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const message = `Para pagar ${money(sale.finalValue)}: ${url}`;
  return (
    <div className={styles.share}>
      {code.data && (
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(code.data.qrCode)}`}
          alt="QR code da página de pagamento"
          width="260"
          height="260"
        />
      )}
      <CopiedAddress address={url} what="endereço" />
      <div className={styles.progressButtons}>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
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
