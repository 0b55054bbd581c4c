import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { MailSettings } from './mail-settings.tsx';
import { SalesSettings } from './sales-settings.tsx';
import { SecuritySettings } from './security-settings.tsx';
import styles from './settings.module.css';
import { SETTINGS_KEY } from './settings-key.ts';
import { ShopSettings } from './shop-settings.tsx';
import { TechnicalPassword } from './technical-password.tsx';

/** What the shop says of itself, and what it chooses for its sales and its team. */
export function SettingsScreen() {
  const settings = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /settings', { signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <ScreenHead title="Configurações" />
      {settings.isPending && <Loading />}
      {settings.isError && <ErrorNotice error={settings.error} onRetry={() => settings.refetch()} />}
      {settings.data && (
        <div className={styles.cards}>
          <ShopSettings shop={settings.data.shop} />
          <SalesSettings sales={settings.data.sales} />
          <MailSettings shop={settings.data.shop} mails={settings.data.mails} />
          <DeviceSettings />
          <SecuritySettings security={settings.data.security} />
          <TechnicalPassword state={settings.data.technicalPassword} />
        </div>
      )}
    </>
  );
}
