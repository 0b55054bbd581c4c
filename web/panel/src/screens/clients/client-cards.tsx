import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientCardRow } from '../../../../../src/panel/clients/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import { CopiedAddress } from '../../ui/screens/facts.tsx';
import { BelowForm } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';

const LOOK_EVERY_MS = 5_000;

/** The client's kept cards, and the forms on which the client is to type one. */
export function ClientCards({ clientId }: { readonly clientId: number }) {
  const mayWrite = useMay('clients.write');
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<ClientCardRow>();
  const queryKey = ['client', String(clientId), 'cards'];
  const path = { id: clientId };
  const cards = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /clients/:id/cards', { path, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((card) => card.state !== 'kept') ? LOOK_EVERY_MS : false,
  });
  const change = useMutation({
    mutationFn: (card: ClientCardRow | undefined) =>
      card
        ? call('POST /clients/:id/cards/:card/prefer', { path: { ...path, card: card.id } })
        : call('POST /clients/:id/cards', { path }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  const remove = useMutation({
    mutationFn: (card: ClientCardRow) =>
      call('DELETE /clients/:id/cards/:card', { path: { ...path, card: card.id } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setDeleting(undefined);
    },
  });
  if (cards.error) return <ErrorNotice error={cards.error} onRetry={() => cards.refetch()} />;
  return (
    <BelowForm>
      <Sheet>
        <Section title="Cartões">
          {!cards.data && <Loading />}
          {cards.data?.items.length === 0 && (
            <p className="soft">
              Nenhum cartão salvo. Peça um: o cliente o digita em uma página segura, e a loja cobra sem ver o
              número.
            </p>
          )}
          <ItemList>
            {cards.data?.items.map((card) => (
              <CardItem
                key={card.id}
                card={card}
                mayWrite={mayWrite}
                onPrefer={() => change.mutate(card)}
                onDelete={() => setDeleting(card)}
              />
            ))}
          </ItemList>
          {change.error && <ErrorNotice error={change.error} />}
          {mayWrite && (
            <Button
              mt="md"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate(undefined)}
            >
              Pedir um cartão
            </Button>
          )}
        </Section>
      </Sheet>
      {deleting && (
        <ConfirmDialog
          title={`Apagar o cartão ${nameOf(deleting)}?`}
          verb="Apagar cartão"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            Ninguém o cobra mais. As recorrências deste cliente passam a usar outro cartão dele ou, sem outro,
            esperam um novo por até 30 dias.
          </p>
        </ConfirmDialog>
      )}
    </BelowForm>
  );
}

function CardItem(props: {
  readonly card: ClientCardRow;
  readonly mayWrite: boolean;
  readonly onPrefer: () => void;
  readonly onDelete: () => void;
}) {
  const { date } = useFormats();
  const { state, expiration, keptAt, formUrl, isCharged } = props.card;
  const name = nameOf(props.card);
  if (state !== 'kept') {
    return (
      <Item
        title={
          <Badge label={state === 'open' ? 'À espera do cliente' : 'Guardando'} tone="wait" icon="clock" />
        }
        detail={
          formUrl === null ? (
            'A adquirente ainda não respondeu.'
          ) : (
            <>
              Envie ao cliente:
              <CopiedAddress address={formUrl} what="endereço da página do cartão" />
            </>
          )
        }
      />
    );
  }
  return (
    <Item
      title={
        <>
          <b>{name}</b>
          {isCharged && <Badge label="Usado nas cobranças" tone="good" icon="check" />}
        </>
      }
      detail={[`vence ${expiration}`, keptAt !== null && `salvo em ${date(keptAt)}`]
        .filter(Boolean)
        .join(' · ')}
      actions={
        props.mayWrite && (
          <>
            {!isCharged && (
              <Button variant="default" aria-label={`Usar ${name} nas cobranças`} onClick={props.onPrefer}>
                Usar nas cobranças
              </Button>
            )}
            <Button variant="default" aria-label={`Apagar ${name}`} onClick={props.onDelete}>
              Apagar
            </Button>
          </>
        )
      }
    />
  );
}

function nameOf({ brand, last4 }: ClientCardRow): string {
  return `${brand ?? 'Cartão'} •••• ${last4}`;
}
