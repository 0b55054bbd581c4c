import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { count, some } from '../../ui/text/format.ts';
import { Icon, type IconName } from '../../ui/text/icon.tsx';
import styles from './home.module.css';

interface Need {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  readonly to: string;
  readonly search: Record<string, string>;
}

/** What only the shop can go on with. */
export function NeedsYou({ needs }: { readonly needs: Home['needsYou'] }) {
  const shown = needsOf(needs);
  if (shown.length === 0) return null;
  return (
    <section className={styles.needs} aria-labelledby="precisa">
      <h2 id="precisa">Precisa de você</h2>
      <ul>
        {shown.map(({ key, icon, text, to, search }) => (
          <li key={key}>
            <Link to={to} search={search}>
              <Icon name={icon} size={17} />
              {text}
              <Icon name="forward" size={15} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function needsOf({
  toCapture,
  captureSoon,
  captureEnding,
  failedPostbacks,
  expiringKeys,
  ...needsYou
}: Home['needsYou']) {
  const { verifying, verifiedByPerson } = needsYou;
  const needs: Need[] = [];
  if (toCapture > 0) {
    const soon = captureSoon > 0 ? `, ${count(captureSoon)} há mais de 3 dias` : '';
    const ending = captureEnding > 0 ? `, ${count(captureEnding)} com o prazo acabando em 2 dias` : '';
    needs.push({
      key: 'capture',
      icon: 'clock',
      text: `${some(toCapture, 'venda', 'vendas')} a capturar${ending || soon}`,
      to: '/vendas',
      search: { view: 'to_capture' },
    });
  }
  if (failedPostbacks > 0) {
    needs.push({
      key: 'postbacks',
      icon: 'bell',
      text: `${some(failedPostbacks, 'aviso não chegou', 'avisos não chegaram')} à loja`,
      to: '/avisos',
      search: { state: 'failed' },
    });
  }
  if (expiringKeys > 0) {
    needs.push({
      key: 'keys',
      icon: 'key',
      text: `${some(expiringKeys, 'chave vence', 'chaves vencem')} em até 14 dias`,
      to: '/chaves',
      search: {},
    });
  }
  if (verifying > 0) {
    needs.push({
      key: 'verifying',
      icon: 'search',
      text: some(
        verifying,
        'venda em verificação: resolve-se sozinha',
        'vendas em verificação: resolvem-se sozinhas',
      ),
      to: '/vendas',
      search: { view: 'verifying' },
    });
  }
  if (verifiedByPerson > 0) {
    needs.push({
      key: 'by-person',
      icon: 'search',
      text: `${some(verifiedByPerson, 'venda', 'vendas')} em verificação com a adquirente, pela plataforma: não cobre de novo`,
      to: '/vendas',
      search: { view: 'verifying' },
    });
  }
  return needs;
}
