import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { Icon } from '../text/icon.tsx';
import styles from './pix-code.module.css';

/** The QR code of a Pix that waits to be paid, as large as there is room. */
export function PixCode({ id }: { readonly id: string }) {
  const code = useQuery({
    queryKey: ['pix-code', id],
    queryFn: ({ signal }) => call('GET /sales/:id/pix-code', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!code.data) return <div className={styles.code} />;
  return (
    <img
      className={styles.code}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(code.data.qrCode)}`}
      alt="QR code do Pix"
    />
  );
}

/** Sends the address of the page with the code, by what the device has for it. */
export function SharePix({ text, url }: { readonly text: string; readonly url: string }) {
  return (
    <span className={styles.share}>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="send" />
        Enviar pelo WhatsApp
      </a>
      {'share' in navigator && (
        <button type="button" onClick={() => void navigator.share({ text, url }).catch(() => undefined)}>
          <Icon name="link" />
          Compartilhar
        </button>
      )}
    </span>
  );
}
