import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Receipt, ReceiptMailed } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './receipt.module.css';
import { receiptText } from './receipt-text.ts';

/** The width of the paper, as printers are called. */
export type Paper = 'a4' | '80' | '58';

const PAPERS = [
  { value: 'a4', label: 'Folha A4' },
  { value: '80', label: 'Bobina de 80 mm' },
  { value: '58', label: 'Bobina de 58 mm' },
];

/** Prints the receipt on the paper there is, or hands it to the buyer. */
export function ReceiptActions(props: {
  readonly receipt: Receipt;
  readonly paper: Paper;
  readonly onPaper: (paper: Paper) => void;
}) {
  const { receipt, paper, onPaper } = props;
  const { full } = useFormats();
  const mayMail = useMay('links.write');
  const [copied, setCopied] = useState(false);
  const text = receiptText(receipt, full(receipt.createdAt));
  const isPaid = receipt.capturedAmount > 0;
  const share = async () => {
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: 'Comprovante', text });
      else {
        await navigator.clipboard.writeText(text);
        setCopied(true);
      }
    } catch {
      // Given up in the browser's own dialog.
    }
  };
  return (
    <div className={styles.actions}>
      <NativeSelect
        label="Papel"
        data={PAPERS}
        value={paper}
        onChange={({ currentTarget: { value } }) => onPaper(value === '80' || value === '58' ? value : 'a4')}
      />
      <Button leftSection={<Icon name="receipt" />} onClick={() => window.print()}>
        Imprimir
      </Button>
      {isPaid && (
        <>
          <Button
            component="a"
            variant="default"
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp
          </Button>
          <Button variant="default" onClick={share}>
            Compartilhar
          </Button>
          {copied && (
            <p role="status" className={styles.said}>
              Texto copiado.
            </p>
          )}
          {mayMail && <SendByMail id={receipt.id} />}
        </>
      )}
    </div>
  );
}

/** Where a mail server is set. */
function SendByMail({ id }: { readonly id: string }) {
  const { full } = useFormats();
  const [email, setEmail] = useState('');
  const { data: entry } = useQuery({
    queryKey: ['entry'],
    queryFn: ({ signal }) => call('GET /entry', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const send = useMutation({
    mutationFn: (to: string) => call('POST /sales/:id/receipt/mail', { path: { id }, body: { email: to } }),
    onSuccess: () => setEmail(''),
  });
  const faultOf = useRefused(send.error, { email });
  if (!entry?.mails) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(email);
  };
  return (
    <>
      <form className={styles.send} onSubmit={submit} noValidate>
        <TextInput
          type="email"
          label="Enviar por e-mail"
          autoComplete="off"
          value={email}
          error={faultOf('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending}>
          Enviar
        </Button>
      </form>
      <p role="status" className={styles.said}>
        {send.isSuccess && sentText(send.data, send.variables, full(send.data.at))}
        {generalFault(send.error, ['email'])?.message}
      </p>
    </>
  );
}

function sentText({ state }: ReceiptMailed, to: string, when: string): string {
  if (state === 'sent') return `O comprovante já foi enviado para ${to} em ${when}. Confira também o spam.`;
  if (state === 'waiting') return `O comprovante já está na fila para ${to} desde ${when}.`;
  return `O comprovante vai para ${to}.`;
}
