import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CheckoutIdRow } from '../../../../../src/panel/checkout-ids/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { CopyButton } from '../../ui/screens/facts.tsx';
import styles from './keys.module.css';

/** Creates a public id, with name and allowed sites. */
export function CheckoutIdDialog(props: {
  readonly onClose: () => void;
  readonly onMade: (made: CheckoutIdRow) => void;
}) {
  const withStepUp = useStepUp();
  const [label, setLabel] = useState('');
  const [origins, setOrigins] = useState('');
  const make = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call('POST /checkout-ids', {
          body: {
            ...(label.trim() ? { label: label.trim() } : {}),
            origins: origins.split(/[\s,]+/).filter(Boolean),
          },
        }),
      ),
    onSuccess: props.onMade,
  });
  const faultOf = useRefused(make.error, { label, origins });
  const general = generalFault(make.error, ['label', 'origins']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title="Novo identificador público">
      <form onSubmit={submit}>
        <TextInput
          label="Nome"
          description="Para reconhecê-lo depois: loja virtual, página de doações."
          maxLength={60}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={faultOf('label')}
        />
        <Textarea
          mt="md"
          label="Sites que podem usá-lo"
          description="Um por linha, como https://loja.exemplo.com.br. Vazio: todos."
          rows={3}
          value={origins}
          onChange={(event) => setOrigins(event.currentTarget.value)}
          error={faultOf('origins')}
        />
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" fullWidth loading={make.isPending}>
          Criar identificador
        </Button>
      </form>
    </Dialog>
  );
}

/** The code that encrypts a card on a page of the shop. */
export function SnippetDialog({ id, onClose }: { readonly id: CheckoutIdRow; readonly onClose: () => void }) {
  const snippet = snippetOf(id);
  return (
    <Dialog onClose={onClose} title="Código para a sua página" size="lg">
      <p>
        O cartão é criptografado no navegador do comprador: seu servidor recebe só o <code>cardHash</code> e o
        envia ao Guichê ao vender.
      </p>
      <p className={styles.try}>
        Cole na página
        <CopyButton text={snippet} what="código" />
      </p>
      <pre className={`${styles.curl} mono`}>{snippet}</pre>
      <Button mt="lg" fullWidth onClick={onClose}>
        Pronto
      </Button>
    </Dialog>
  );
}

function snippetOf({ address, publicId }: CheckoutIdRow): string {
  return `<script src="${address}/checkout/v1/guiche.js"></script>
<script type="module">
  const guiche = Guiche('${publicId}', { baseUrl: '${address}' });
  // Ao enviar o formulário:
  const cardHash = await guiche.cardHash({
    number, cvv, expirationMonth, expirationYear, holderName,
  });
</script>`;
}
