import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { PaymentTrial } from './payment-trial.tsx';
import styles from './routing.module.css';
import { routingQuery, rulesQuery } from './routing-queries.ts';
import { RuleList } from './rule-list.tsx';
import { LastSalesTrial, movedText } from './trial.tsx';

/** One version: its rules, what they would do, and the button that makes them valid. */
export function RulesVersionScreen() {
  const { version } = useParams({ strict: false }) as { version: string };
  const number = Number(version);
  const { full } = useFormats();
  const page = useQuery(routingQuery);
  const rules = useQuery(rulesQuery(number));
  const mayWrite = useMay('routing.write');
  const [isAsked, setAsked] = useState(false);
  const error = page.error ?? rules.error;
  if (error) return <ErrorNotice error={error} onRetry={() => rules.refetch()} />;
  if (!page.data || !rules.data) return <Loading />;
  const { isActive, createdAt, list, restText } = rules.data;
  const isOfShop = page.data.personId !== null;
  return (
    <>
      <BackLink to="/rotas" label="Rotas" />
      <ScreenHead title={`Rotas, versão ${number}`}>
        {isActive ? (
          <Badge label="Valendo" tone="good" icon="check" />
        ) : (
          mayWrite && <Button onClick={() => setAsked(true)}>Ativar esta versão</Button>
        )}
      </ScreenHead>
      <div className={styles.sheets}>
        <Sheet>
          <Section title="Regras">
            <p className="soft">
              Salva em {full(createdAt)}. Uma versão não muda mais: para mudar, faça outra.
            </p>
            <RuleList rules={list} rest={restText} />
            {mayWrite && (
              <div className={styles.buttons}>
                <Button component={Link} to="/rotas/nova" search={{ de: number } as never} variant="default">
                  Editar a partir desta
                </Button>
              </div>
            )}
          </Section>
        </Sheet>
        {isOfShop && <LastSalesTrial asked={{ version: number }} />}
        {isOfShop && <PaymentTrial version={number} />}
      </div>
      {isAsked && <ActivateDialog version={number} isOfShop={isOfShop} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Says what will change before it does. */
function ActivateDialog({
  version,
  isOfShop,
  onClose,
}: {
  readonly version: number;
  readonly isOfShop: boolean;
  readonly onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const change = useQuery({
    queryKey: ['routing-trial', version],
    queryFn: () => call('POST /routing/test', { body: { version } }),
    enabled: isOfShop,
    gcTime: 0,
  });
  const activate = useMutation({
    mutationFn: () => withStepUp(() => call('POST /routing/:version/activate', { path: { version } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['routing'] });
      await navigate({ to: '/rotas' });
    },
  });
  const trial = change.data?.trial;
  return (
    <Dialog title={`Ativar a versão ${version}`} onClose={onClose}>
      <p>Ela vale para as próximas vendas. As que já foram feitas, e seus estornos, ficam onde estão.</p>
      {isOfShop && (
        <p role="status" className={styles.change}>
          {trial
            ? trial.sales === 0
              ? 'Ainda não há vendas com cartão para comparar.'
              : movedText(trial.moved, trial.sales)
            : change.error
              ? 'Não deu para comparar com as últimas vendas.'
              : 'Comparando com as últimas vendas…'}
        </p>
      )}
      {activate.error && <ErrorNotice error={activate.error} />}
      <Button mt="lg" fullWidth loading={activate.isPending} onClick={() => activate.mutate()}>
        Ativar
      </Button>
      <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
        Voltar
      </Button>
    </Dialog>
  );
}
