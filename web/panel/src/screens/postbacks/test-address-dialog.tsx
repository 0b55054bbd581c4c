import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** Sends one signed test message to a URL, like a postback. */
export function TestAddressDialog({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('');
  const test = useMutation({ mutationFn: () => call('POST /postbacks/test', { body: { url } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') test.mutate();
  };
  const answer =
    test.data &&
    [test.data.httpStatus && `HTTP ${test.data.httpStatus}`, test.data.error].filter(Boolean).join(', ');
  return (
    <Dialog onClose={onClose} title="Testar um endereço">
      <form onSubmit={submit}>
        <TextInput
          label="Endereço"
          description="Recebe uma mensagem assinada como os avisos da loja, de uma venda que não existe."
          placeholder="https://loja.exemplo/avisos"
          type="url"
          maxLength={300}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <div style={{ marginTop: 14 }} aria-live="polite">
          {test.isError && <Notice tone="bad">{test.error.message}</Notice>}
          {test.data?.delivered && (
            <Notice tone="good">
              O endereço respondeu 200 em {test.data.milliseconds} ms: os avisos chegam.
            </Notice>
          )}
          {test.data && !test.data.delivered && (
            <Notice tone="bad">O aviso não chegaria: {answer}. A loja deve responder 200.</Notice>
          )}
        </div>
        <Button type="submit" mt="md" fullWidth loading={test.isPending} disabled={url.trim() === ''}>
          Enviar o teste
        </Button>
      </form>
    </Dialog>
  );
}
