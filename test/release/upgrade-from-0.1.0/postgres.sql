SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.acquirer_accounts (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    provider text NOT NULL,
    sealed_settings text NOT NULL,
    is_default integer NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint
);
CREATE TABLE public.attempts (
    reference text NOT NULL,
    transaction_id text NOT NULL,
    account_id bigint NOT NULL,
    state text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    their_id text,
    nsu text,
    raw_code text,
    raw_message text,
    abecs_code text,
    advice_code text,
    http_status integer,
    decline_class text,
    reason text,
    holder text
);
CREATE TABLE public.audit (
    id text NOT NULL,
    at bigint NOT NULL,
    operation text NOT NULL,
    person_id bigint,
    credential_id bigint,
    for_person_id bigint,
    address text NOT NULL,
    result text NOT NULL,
    record text,
    origin text,
    role text,
    user_id bigint,
    detail text
);
CREATE TABLE public.authentications (
    token text NOT NULL,
    transaction_id text NOT NULL,
    attempt_reference text NOT NULL,
    page_url text NOT NULL,
    expires_at bigint NOT NULL,
    left_at bigint NOT NULL,
    asked_at bigint NOT NULL
);
CREATE TABLE public.card_sessions (
    session_hash text NOT NULL,
    merchant_id bigint NOT NULL,
    key_pair_id text NOT NULL,
    expires_at bigint NOT NULL,
    failures integer NOT NULL
);
CREATE TABLE public.clients (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    document text NOT NULL,
    legal_person integer NOT NULL,
    name text,
    email text,
    phone text,
    reference text,
    address text
);
CREATE TABLE public.credentials (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    name text,
    secret_hash text,
    sealed_secret text,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint
);
CREATE TABLE public.database_stamps (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.idempotency_keys (
    id text NOT NULL,
    fingerprint text NOT NULL,
    transaction_id text NOT NULL,
    holder text NOT NULL,
    answer text,
    created_at bigint NOT NULL
);
CREATE TABLE public.instances (
    id text NOT NULL,
    started_at bigint NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE public.job_leases (
    name text NOT NULL,
    holder text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.key_pairs (
    id text NOT NULL,
    merchant_id bigint,
    public_key text NOT NULL,
    private_key text NOT NULL,
    created_at bigint NOT NULL,
    handed_out_until bigint
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.login_failures (
    login text NOT NULL,
    network text NOT NULL,
    failed_at text NOT NULL,
    last_failed_at bigint NOT NULL
);
CREATE TABLE public.movements (
    id text NOT NULL,
    transaction_id text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    holder text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    refund_id text,
    raw_code text,
    raw_message text,
    http_status integer,
    reason text
);
CREATE TABLE public.password_links (
    token_hash text NOT NULL,
    person_id bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.payment_method_narrowings (
    person_id bigint NOT NULL,
    methods text NOT NULL
);
CREATE TABLE public.persons (
    id bigint NOT NULL,
    role text NOT NULL,
    status integer NOT NULL,
    document text NOT NULL,
    legal_person integer NOT NULL,
    name text NOT NULL,
    trade_name text,
    email text,
    created_by bigint,
    password_hash text,
    late_approval text NOT NULL,
    created_at bigint NOT NULL,
    activated_at bigint,
    phone_1 text,
    phone_2 text,
    address text,
    photo_id text,
    keyless integer DEFAULT 0 NOT NULL,
    postback_delay_s integer DEFAULT 3 NOT NULL
);
CREATE TABLE public.photo_usage (
    person_id bigint NOT NULL,
    photos bigint NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE public.photos (
    id text NOT NULL,
    person_id bigint,
    bytes bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.physical_terminals (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    name text NOT NULL,
    installation_id text NOT NULL,
    terminal_id bigint
);
CREATE TABLE public.postbacks (
    transaction_id text NOT NULL,
    version bigint NOT NULL,
    merchant_id bigint NOT NULL,
    receiver text NOT NULL,
    url text NOT NULL,
    body text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    lane text DEFAULT 'inbox'::text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL,
    claimed_by text,
    claimed_until bigint,
    last_status integer,
    last_error text,
    created_at bigint NOT NULL,
    ended_at bigint
);
CREATE TABLE public.product_categories (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.products (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    is_default integer NOT NULL,
    name text NOT NULL,
    description text,
    reference text,
    ean text,
    price bigint,
    quantity bigint,
    stock_controlled integer NOT NULL,
    type integer NOT NULL,
    service integer NOT NULL,
    status integer NOT NULL,
    category_id bigint,
    photo_id text,
    fiscal text NOT NULL
);
CREATE TABLE public.record_counts (
    person_id bigint NOT NULL,
    kind text NOT NULL,
    records bigint NOT NULL
);
CREATE TABLE public.recovery_cases (
    subject text NOT NULL,
    transaction_id text NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    opened_at bigint NOT NULL,
    next_at bigint NOT NULL,
    tries integer NOT NULL,
    not_found integer NOT NULL,
    target integer,
    reason text
);
CREATE TABLE public.registrations (
    person_id bigint NOT NULL,
    code_hash text NOT NULL,
    network text NOT NULL,
    created_at bigint NOT NULL,
    block text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.sequences (
    name text NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE public.sessions (
    token_hash text NOT NULL,
    id text NOT NULL,
    user_id bigint NOT NULL,
    state text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    fresh_until bigint NOT NULL,
    address text NOT NULL,
    agent text NOT NULL
);
CREATE TABLE public.simulator_charges (
    id text NOT NULL,
    reference text NOT NULL,
    mask text NOT NULL,
    brand text NOT NULL,
    kind text NOT NULL,
    scenario text NOT NULL,
    code text NOT NULL,
    amount bigint NOT NULL,
    captured bigint NOT NULL,
    voided bigint NOT NULL,
    refunds text NOT NULL,
    state text NOT NULL,
    undos bigint NOT NULL,
    created bigint NOT NULL,
    version bigint NOT NULL,
    challenge text DEFAULT ''::text NOT NULL,
    authentication text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.terminals (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    name text NOT NULL,
    physical_terminal_id bigint NOT NULL,
    printer_id bigint,
    settings text NOT NULL
);
CREATE TABLE public.transaction_events (
    transaction_id text NOT NULL,
    id text NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL,
    request_id text,
    details text NOT NULL
);
CREATE TABLE public.transactions (
    id text NOT NULL,
    merchant_id bigint NOT NULL,
    reference_id text,
    amount bigint NOT NULL,
    status integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    asked text NOT NULL,
    provider_reference text,
    provider_code text,
    provider_message text,
    authorization_code text,
    eci integer,
    captured_amount bigint,
    refunded_amount bigint,
    redirect_url text,
    version bigint DEFAULT 0 NOT NULL,
    open_movement text
);
CREATE TABLE public.user_links (
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.users (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    name text NOT NULL,
    email text,
    role text NOT NULL,
    owner integer NOT NULL,
    password_hash text,
    totp_secret text,
    totp_since bigint,
    totp_step bigint,
    recovery_codes text,
    created_at bigint NOT NULL,
    joined_at bigint,
    last_login_at bigint,
    ended_at bigint
);
CREATE TABLE public.vault_keys (
    id text NOT NULL,
    sealed_key text NOT NULL,
    master_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.write_marks (
    slot text NOT NULL,
    mark bigint NOT NULL,
    marked_at timestamp with time zone NOT NULL
);
INSERT INTO public.attempts VALUES ('DC1PKYT8ASJ00001', '01a20555-fe8b-7000-9f78-4108caab899c', 0, 'approved', 1795385851531, 1795385851546, '17953858515450880000', '515450000', '00', 'Transação capturada', '00', NULL, 200, NULL, NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKYT8ASJ00004', '01a20555-feca-7000-a5c0-bfe51df3779d', 0, 'approved', 1795385851595, 1795385851942, '17953858519290880000', '519290000', '00', 'Transação autorizada', '00', NULL, 200, NULL, NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKZ28ASJ00008', '01a20556-0097-7000-abcb-2fc08864aa87', 0, 'declined', 1795385852055, 1795385852095, '17953858520940880000', '520940000', '51', 'Saldo ou limite insuficiente.', '51', NULL, 200, 'soft_customer', NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKZ28ASJ0000B', '01a20556-00fb-7000-b55f-d4d04264107d', 0, 'approved', 1795385852155, 1795385852186, '17953858521860880000', '521860000', '00', 'Transação capturada', '00', NULL, 200, NULL, NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKZ28ASJ0000H', '01a20556-020b-7000-a55d-e971817a306c', 0, 'authenticating', 1795385852427, 1795385852438, '17953858524370880000', '524370000', NULL, NULL, NULL, NULL, 200, NULL, NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKZ28ASJ0000M', '01a20556-0246-7000-8dde-6949ed36e031', 0, 'approved', 1795385852486, 1795385852495, '17953858524950880000', '524950000', '00', 'Transação capturada', '00', NULL, 200, NULL, NULL, '3cncbj3b');
INSERT INTO public.attempts VALUES ('DC1PKZ28ASJ0000Q', '01a20556-02a2-7000-9327-145f9ac78561', 0, 'unknown', 1795385852578, 1795385882591, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'no answer within the deadline', '3cncbj3b');
INSERT INTO public.audit VALUES ('01a20556-025b-73fa-b7c2-39b7bf3c6a0f', 1795385852527, 'ProdutoCategoria/Insert', 1, 3, 1, '127.0.0.1', 'ok', 'produtoCategoria:1', 'key', 'seller', NULL, NULL);
INSERT INTO public.audit VALUES ('01a20556-0280-7c51-a4af-3d407a00fab9', 1795385852554, 'Produto/Insert', 1, 3, 1, '127.0.0.1', 'ok', 'produto:3', 'key', 'seller', NULL, NULL);
INSERT INTO public.audit VALUES ('01a20556-0293-720b-a040-73996cda55a9', 1795385852572, 'Cliente/Insert', 1, 3, 1, '127.0.0.1', 'ok', 'cliente:1', 'key', 'seller', NULL, NULL);
INSERT INTO public.authentications VALUES ('gOZqUgfSJJczTzYg4v0t0wEWlIyYU-urtnQ4XbQNhLo', '01a20556-020b-7000-a55d-e971817a306c', 'DC1PKZ28ASJ0000H', 'http://localhost:8080/__sim/challenge/l_Lup3MY1Angg--wDxVAJO6ihvA475DKfe5pBSMuix0', 1795386752437, 0, 0);
INSERT INTO public.clients VALUES (1, 1, '52998224725', 0, 'Maria Silva', NULL, NULL, NULL, NULL);
INSERT INTO public.credentials VALUES (1, 1, 'api', 'demo', 'a648981f40343e3b4ea161f9074cbb0cb86d8b370fdca1ade453f7454694ce90', NULL, 1795385846712, NULL, NULL);
INSERT INTO public.credentials VALUES (2, 1, 'checkout', 'C0DE0123456789ABCDEF', '8afed4ad8fd54d6937d3c16a7caa4aac1e6fa3187c67817327f8274673c3e879', NULL, 1795385846712, NULL, NULL);
INSERT INTO public.credentials VALUES (3, 1, 'integration', NULL, '73b7943796453aa9edb6df90a1b57c9f9bd54226b0837caae2349b4840b6208d', NULL, 1795385846712, NULL, NULL);
INSERT INTO public.database_stamps VALUES ('mode', 'sandbox');
INSERT INTO public.idempotency_keys VALUES ('lA8E7v6livcxWo039_rCs46ritEUYa3wfDzaxykYkC4', 'hXnL0qtpzW2zW_qZOzbKNMAAMMYy0XCdonpfSGNbTnE', '01a20556-0246-7000-8dde-6949ed36e031', '3cncbj3b', '{"providerReference":"17953858524950880000","providerCode":"00","authorizationCode":"495000","status":6,"providerMessage":"Transação capturada com sucesso","capturedAmount":1000}', 1795385852486);
INSERT INTO public.instances VALUES ('3cncbj3b', 1795385848003, 1795385881210);
INSERT INTO public.job_leases VALUES ('forget idempotency keys', '3cncbj3b', 1795387650965);
INSERT INTO public.job_leases VALUES ('accounts-sweep', '3cncbj3b', 1795387650967);
INSERT INTO public.job_leases VALUES ('forget authentications', '3cncbj3b', 1795387650968);
INSERT INTO public.job_leases VALUES ('photos-sweep', '3cncbj3b', 1795386750982);
INSERT INTO public.job_leases VALUES ('card-data-sweep', '3cncbj3b', 1795385971010);
INSERT INTO public.job_leases VALUES ('recovery', '3cncbj3b', 1795385911483);
INSERT INTO public.key_pairs VALUES ('d43af81765c86851e8dd09b8', NULL, '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAiDUNTmh8i2QE3pDx3zlt
n5CqTvSFz4japKM0dv8Y2PYptughPdZDkipKx5Vcr8BEuMgtP8ueFFup3uWFcE41
CQ6HIagW9FtypntZA0cJd0lu62QKbcjYseauAyn3Z7mwDF3phXVhVj/4Sto8gK5G
IrrPoH0iY/GNb6/4Da0KuIR5zO16aj7GVNxShODrR3+KEmcvGj4qtmBislPQzRuo
cqTfx2Z7DPGwATsYa4HPvAzGz63aGuS3HKdpDfbQZ9gq8iclnaVLtp08Cn9VCkXN
wc0f3l4Zvhbxs+MJtNeBYVvVOs/KujGjMfHsXClFVoZk8bqShV2b0NU5M39copts
9wIDAQAB
', '1.1.25SiGPK14ze2DybniDUMBgWqaCKykx8SjsXAi6FGFEdrds6XYE6mXM0VYqqpnehxTHUnLc/rUiQB3VkFL4PadTBGPCJCMvA0zoui62ZMqKBlsID4fIt5AQLzqAShLWyGEpuMZGNQL3fcH9O2JDjhamrVezlx9FDnfMwaXUPZJxhTuoS1r69KbfKEpT42CuoSSqRsALQSEj91yJ6BHC9442SSIUkDsXFY8EVNbqk6dygrBSC4vOI8Sm9/B8uA8LdlTcmfZBx5al3rMND4Vx04FLjU27FtaHJIOnlxy4h0NXmK6GNFIGZNxVyClGchhKYyUJVP6+Nd2CjqxysYy9kEGRllU9YC2fkN4/cO63iOkAK3GBDHPqgSGGIOnIwX5D3IKwiUbzK4wsi7X6wbtnKCb4nmYoowVXNgOi+f1Wy/vKWFrq3ppXVZdqCnJImDk1oe+NPv82ytYIQRF3cwvIkz+W999y5adscelgVZB+yrTJAR2Va9+UpmhYloGJ1coEXUHbsOhbuQyTwK/6WX4JGg+RQ0/eK8WqYI2rlU084Jl7uD3+8WSXS5ZzUlmmba/wfMNY8o0lMLzJt/rVGoipW5DsiOqOj9Q8nft/mvt0BqYWw4VaaHR/kBl9PUHt1km2jquZuLm1eL/9rz1SFkK+Wx7Js1XMtksHUT+b25vfJCkI9LWEGyD2ggDK8PlixRoNshJOn4oJUAAAX76cx1+Pmt9ua4MKdpseQxJ0PZgVgjwJMmIUYP0/CfZZg1zS9Y5Z6Bz19Vp+qApwZMb4BPfxHG6MYb9f2qRVcz+WMdrwxWgcq92/D/38u7x9sdR5XlJJfZlxHiSuyXDX94xne7YX3Z3wTLwRWN+8Pm/GA4G3gz59pJmk9qmj6sO3IqCGGoHrpyI0v8W8dPkPfq1CFyWEWLnVfjL7mSBEHwpXmr0JxCYWe+Nh+v8UPh+4rgvIW92Zrzlv2rtSEjAz1KZGc5LKAZ8p0uXCAzI7hRG1JWfcsz60BNg8TMcKs7ZI+zx1Vs2x65gGCRqa1JMGztvXAOkrJCXdEUUwuj8j+4Yh9hMEVCdJzeBxbLE+hZQukQ8hl3JIe1XlaDqrE+tl34bwdRdsrNs25Ts+BhRMumnEHz7gKBRUp/HK8oMK5cwtSw6ZuC8i2iIA6ekLdXWTOhQFIVJxbfbPmq12oklLfq5JuEKSBVQpBCgVpSghe+OkkHmSfajWPyFW9GxkIpiunLmbPNAFz0ALOFN49wuNbYLjXUF1Zi3K5YtU9aTTtTZQ38CDRYoSGnGvEL965sszMQGGwhslobJki/lyGoXhSLpq1F542b2/Y5A4N0cbGIBZmhxeiT2bZPoxDakLatJeM3QWhVaddkwWsj3ygRzQvbkPZfNoqOnGXyC9g+FZUPcu0kRyGWe/fJzFYrFm3YhndOY5RxGn2D8fLANf3O1Xng/ailNO02UVPFlcu/RV2wOK6NVVRWub2U1ior3qGqFGvg269mToxXLaw0/NFC5GfkeT0lRCJPAgIkP1YBhpmnrQyNOA1NIVoKbGXiIRzwCK/ESyF25a38xtJRrjaZ/asfvNevj3T9f4liXk6OI+z8fvpcI+8mjsJhzIRBFXDSd0PLE5ybw1VcMeeMVn08ZbWWVyUYxhiVVa3LixqeTW47Xs7j9J5gAOhS9obge2QOjl5Kcpj9wv1Yj6FD80LeIbLSuQl+BFUToCwvdHsLXkH4qjtYxBxRc31TBGwje4S1+ab60xn3DF6ZU9Qk9Z92JXdG8H70Kr2SaX5Pd8NWrw5VxRw+oPy+IWU3n45QsAz3NC/yyB8B8oESO6orlbHSA04EF7JzatNImmtPpAqeNa3Xp82ZpwIbu8IVaviJzG+VZ0WVZ+sR+h2PtGNjk6mdF8ubTifcovYdjvpeBtAbQNm/x/YLifEKuRs1H8mRmDwxnIeiTskNZTzKOAzI0kb3evcnOFPhTbzrIdLmjYlB/maLDLWkx+wkTPLwOFr6Hn42VeaZTH3U5ucUSgo+SDO9amSglRn+4f8BDeT2Ka00F26IrK2jWZt8+EneEk/rUs7TOvnLNw5rbZhrpZppJ7Y0QRmTQaEf7LbBmPnKj/5zyBZI1/+zjATt282lCEK/sDUhdHtkP8BAapErK9V1NBftgPM/ICNCoRFzsGYe9kOK6ZjpUgF/lwwS8rCyhdaWHtRyfzWZxNtP55N4LEP8z3j33dS/qYaIXqRfjB53iZe5inVZ1clcJH4YDCpLJANdsGjNcdhwOsN817m8RwaUtibUQUBi0hTTg2oxJ1pFHiGaRmX5L97JzBlm6FIBYfkv1A==', 1795385852007, NULL);
INSERT INTO public.key_pairs VALUES ('dff1f0ca7caf2ffcf96b37cc', NULL, '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxlEtt85pzLK3TDMFbI5X
ekdqjp9c/KFsYxPGbnPjeOsbRrPT30Nhm9lU0QcSz11aVaBO/NHVgzEaxpwWKw+r
R0+OoNbIg+OdHODQp4deW0S+6k9xKi6OLYYsORaVtkpxrkdIfdtdXX7PqI930h8U
/nSYbmdFErPweevgpBfVzgh0dyXk/TYlUXghVDKmP0VnnURDp6cxfoRebQanVSnd
XGgqBrrcubLgWAl+b5yMxVHmb33R2q6z4gA3XtnJyH6zx5QGoKozfSk57p38F1zV
tKY7L2EoAFyrwGZUEGVoXaqWlbc4/+XO1r61JR+3Y6L8veERA1Xb+wMrzeD0A8pt
wwIDAQAB
', '1.1.G6Sv2hbG4X8Kq0JNpleA8jQvdc4sLJndgQkojC0y+fRydCiTttkpBD1Cvxvg926lX9dpYY3JrXDDel3BqEUj9dlZmj6oAgl6UEhlX40h+wvfb2yM8aabJH2RxBqxSx/88EnVnZ5FEIKh8Us6tDOfFVsmcst5P3w4sUx427iGiDjIAn8S4SbNJaqCzvReFmA86beXZzWVvhrygLaU0HolDuO2izQdhb11b4I+Kor+GxT/ww7i2cR8U+iCMmR16XiKqnNLC84uE3VjAO92ONIijWJUofYIgTrvBqKm7HE0oquEIs30jnoUhIKailLJJonYsIS8Zq2mV0jlxiCK7bVcMRIxJQ71tqcz2eBAeiwLCvTHlTI73K/GuPUy2xhiJqYJcO3gr5sAHVERLYy4iF8Xg0TxxyB3PWEZAE4RHlCajhuISqR+RurPbC3TqBXTqDVW0wgSKo8Vl/NcdQ+dHEW3fo9q9eMqbK23Nb6SIO1PMxDVIrFJV1qBAl0vREa4hO1FXqRqgZhIbgvjBJGRNJetCZ028HBaa5y8YIMFk8oZJYECOPg+CANsmI6wxcITeG11LcoVWJmuocUX+1k1DJcMymXa1axddxGhQQNT5vN2SuMcrWoRrKaqIqH0V9cNAEbNhixuPMsssVtYeW39YQXB/vRZk7oZ8gria0yi/pqP798m/aqySFcnaHdc25WJdE0uW+8Tj6NVe5WKxoj5HWxx2WQaYUr8+i1vkA+MGpM3Ns1g7pgL6qiIXi8AcL01rwjDuXLqllIes2aDSiaYJxPbpPrwU/tiKSi9B/S0vWS156DAeMQzDSyddVSvElSNM5bJLPw2pTOJDOTrfeQF1sUre3BLcevx/cpZR4fHIXu69obVavhif/ucR2PlRiNfJkrXJz1Gq+cVS3xwzszf3E/uUAAGx39yHS8uUHLrVc1bqRC7f45g4prMTJXb2ei492Hhf7nmTSuob0k/Gd0KsXsoO/xhdew8fxbWs6U+tBsTPDA6hOuBMQkqS+ND3jwyUUETqa8BeGO/n1tC7yevn6AXCmbzM8xicCtYUunoOR2f4DTfJFKDqvKhb/1E9YVYueqmrXgpvArrxJunupDVOJ+q3MtWM0yWqcXLgIxrCeqtNPBqRRzojrJ8GEKhJLkNQ4mAmia01uGetMhQm9SAzEk/iC0rU7L7exH1yC4oMFxHQyFx8HOrvOdQyQ847aqpdydrhpM/BaBL1JD7AoCaxkpqZRPCjObif0W1RG1najySDix44h4r0cNS+oSlh/IOOwY0KXWhq4mrZCtXTJHC3BpGuqbIku+kE0Ofao/GL5b6d9+/LTwzCOl6EfEZY3iSH1ATMob5w0YnjnpRh8wFdIv0mmhg6n+PtrxOXWN8Ue2qzs9Xvklg33KGU9O0kHwnTAkGGgLeLpoUlb6fHB9Nua1FzqCgq4vJsCB8Vuh4+rE8OJea3e4zcnmWWF+tmUNw9jhE42rLIqX2+Q1DuSeC6qGoQVcmzP7yl8jOR07c4yzcc80zO/E8IFbEm7PCMHKnFuiYhwqW2/VdrY03o+CPjJcjWIgSwhjBNKIJ8Hc4WdP0cY2cHxQlRzKr2TthBRlDoax990tP23JNUL48hilM+bbUJPc1WW0/WLipJyJFRkzJyUIqrBh6DHMhwL/e07UY6NFZW8WMzsCpJ3Km5I8NAK+9+tseFqds3pZmj1IXlRCyXhEylXTlL95dEwUdgxR5zU1tC+HS7kSkTJJ0Qa9Jl0tvCj3PBXOhh2LkXl9GzShWbj4XHpsvEStjIUKRjWVEGDatTY6mUvecQzQTkXjQCEWMVoe2TjZqkVSpyK2XYXsQf57ditaFWGuA14zd0AbSZo2tuympb9cjO1FjuDKfyh1xu3mw9lj8+AOApqTp5ylHTgMKv/Fr2RN1QOBHqbNruwOvtOBrOYs4jTnkJ4W7ThTnTkYZPAvjLXCESHcGRSpwO5+K2b3JVpFzQPf5xyUh7lhPi7HE02JIVMbonBEPgby2D9vGi1Xu5ECGr9eAgeJO6u7xV80raALwmz5y6j3EpUs75rwuL3JEgmEVEauNZni3Xn/bXd+Aic7AhpZizWjxzFEKDmvu9XsQM5orLFKUzp8pMbio5qXMPJhxS7baCSeulIvt3491nR2D4SRRAc3rnQyXq607HEWstM33zq8KL2G2N/KImMHHeQMbTzENZ3mf+9hSTr0setROOzCl+JBMAJAx3ecxTXIQrB+Weuhlef91Zt0F44Bpl44uR7XjBGYW0xr7mj/3nU3xnKfoeDWrWCDFw6nFDERS9FMoPPdk7BkGAfzYyQ==', 1795385852815, NULL);
INSERT INTO public.key_pairs VALUES ('e94bd379e98718404301e40a', NULL, '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvYIA6QzKyxXzm/cv030u
C/79nnrTuMa7MHa5jWReg3sxVtXaEB3XSFvtfMU5+olPP7EZ4MCLfkA3V5XfrNx+
MFpnnvHM8NwrxFar81zdhuP1CJwe+rhS3VTDayVqjvl4ZQerW35RbiE9pDeQMHoh
NtEhfmhwhR2/W0Xt3jPsdqlF9sTpTT2u2mmJGOJl0xXiJRsVwjfkHBXT3L2uxgmp
6mU/3l6lxWDW38wmXrUrhVYmzFi/vvzYNrub/fe10UkFMd/PGO6CnIrKQgHMS+DP
TVoATQNYI/kq4EaPU0Ak/Lw7IaaS591pT8YnCxNSIbPYs9ajp2S8f5J51IuSc276
bQIDAQAB
', '1.1.a5TxcHfH6R9ym/gQJRPJs8m/YDcsuibhL897Tw5ehApwq44LNxBkcLFqn3gLz4ctQmyCK2uyLBMfo8NKZfzI5kcQ9aNY/GVEEGfXnZBarQxG5yahsx1Ttmr9WAHchSsj1zJPge9Zy8ozNu/GCkhaNNUwU3X8vf4H6T7O0ZV3L2rWDO4wH7WeQbvAx2H7D+UgEMcB6Z9nhhRlBFNAU/1aZhiK++cNZie05XdCZwiyUPBkOtXTrJXbTlKw/eI1Jg5Yrg2CwWq5uErrzUsBFQvov5sYPhRU4yF2w/9UdU1/NwweB8cRnNRRgmQs+/1HftKFCATTT+3dWOXM+6W+qBvnjstheXl6c2Zkj2MkS/Mv13aQo9Az2ux4daiAHyZAKQu/zotwirfi5nHiLcT6y419BES1/KpQ4E0aQO64q/FSTkH1dlS+Crh1m2XQReEzIAwOZQS/rPPPLP8uuF5jR6vQyny6SsLo7+rFAUW1q1KcGRH4EYv1EgCotSEKchzaPGq1hpR8JaUiSlin9Cr23f0WFsOrW10inFCkrmQLvajhYZE0xRtI9YVGLdErYNTFedvlJdOEr5vv685UMDaUzPrjHCakdCfqLteNyA3sW5C+MlJP/KlL1yF9Nn7CffIfioWeQYiGuCzXksLPhYnYjijrhy1JSOYCAsRufoY4P0NJ0ZjO5/t5GnDemVPB+O141ygBag4KgvnpTW46qW3wdaO3Uo9exe8IsXmY9pzypyb8UWo3ULRV7c0AP4Z3gLNgjMPZHCHhor96WSLBMuo0fu7PJZKfPidrzZxt+Fe9lsyTAmTSuL0qlGG3ov0cVuIeT05HHcvB3p8tJ2SrikwLtyM5HDFcuSuMZfWU0ItaRZbSB6wWRznPp/RgLMXQdGo1Y0rB1dZwK9f+3JOb74RGDkRfPeGvjs2RZDtKLqJDCIRZTeqCnZK3cOecASXVavU5cxK6ueOGGllyBmcPDJczmHpEqiXCLCLh8Wa58cO7r6gfknA7wQVE2t3DyYp4SECzt0Am23LoB/qeHiLNJxBpKqhW/2FXzhTWyTF4tj9PoT02iFkKRd2YmtZluQKwNO7WGzPgdGBK9dXLeImgVwrYZB+gfX5X1d5KoMiqPduXqDBkKTCc3OJHRUqLqJqw6G7uJ0qUBLTr6yQ3EoPzpeGm5m9ku2KRWUm3Uji9QIRM+XRXBsze+XatJph1JR5tMpqYn3MKopNlmV8SJmQU/k1080aANKGa+6mI5P5/7YPvgt1hFvXeXXM0Wfdg+O/4J4UCzDWgLRls7YBy/zVMtrmlYNhYB3bRMf3YYrSVfKIGyY4MHqffUtXTzMm728DSVUB2adDYisjL9nB67SsGbyOehegOP1X7di70OZM0u70EF+0Q8Ad24wSJ4zbRJzGp5WWDSWKO7xJy9wCn61SALyYpasxhxQ4UwME/3nJcUONwt9ZCt0P8Djx37r+Ca8y+5bdkFDfHQQLfChMFYnMb2bbGmANeLNQz77HF3E8uAvqBT19MgzuHKu4soUdjyVQoRoJ6XxyZI6TKPWqOJCQClzGKTUREiGwohCXfNIZsql+x9LjtCSnNK87ui0Zt2ARkmYDZVqDnsDNLbnP2KjdVHsYfG71D4j+pI3VZytluAfraWIX4ZZlIp6TCL2+rVK3rg8Y1ALCZ3KnDOwC8R95HEsar33Wxc24aOmy45pJCD/Au5anou+BYo3bEGNxTroLAhhipptni6KJNc+vAL0OCgOqkO1xeAnQVumaBf6JhPPPmat9bLO8+soyEpKDeOR4W38DTobH8aqLSkGAixlaQ3hnhNoxUsBMf++ugp2tZ7VfFeGUTjRRRNSPBatjWC1xBeLPbml8LGKaZxkSsHfSpPNiz5T6rCQbnn8+X6sE8KGhAHrOdp34vHKwaVhhl0mKMUDSNF+e8n1eNSSB9e6t502EKY2gEx/eeNILsaBopib9C1nG67IjNVycemi9wTyccp6OotfTyACXSi4I2tfkG77aES9gPm5RmbQBe1NtjBMQerU5fiuRKJXn2CbPpKgvxtgyfktiZHrPmaGsoF9tGpAPf45wNjOJ9XkIkETbj8FcbEUpIlSIIZsS0YCdh/chpd8JIEjfRZ1NR5M/Qud4Hixg+ysSGWbQpU+xvCjsMm+/MAFh5pf6cEQA8E7ZbyFNUhKJFEMrDgLc+Sld3PSL7xP8igeVeWrUKGO13qLxRMkOcKWjlzqOfvUoCs3FA955Aj8KB925tF+bLjcux1KFO3inmEI8RwzHAz0o+wEdaKevIT3zg0mb4AZ5ROkFwDxjm84r28bRZ1LMuFA==', 1795385853247, NULL);
INSERT INTO public.key_pairs VALUES ('afb02af615fdb24477edaca4', NULL, '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxdTXUob6uL8VYiuedJkk
SeLSaYqrCxLNiESYQJbYbTKkToW9/yLr0ihxVHiObZWYvZwSbd0EsBl3xtWSx7CP
kaadV0a2Nzk16OjBe7eUFHshOhRLwJdsuovwAlZmZYk4Humcfooka2IU5KtQqe1n
Cqx8qO3cxeGYBO05Cw3DsrpMzx5OAzFyBaas/f06RRcNQyRRRxE7OfNJfWnGDRMz
HZY6jHR1s9lJ55bdZMdF6WJsrvaKLco+SBEEFY24sO4u+fS+xaGMNyYrmk/g9k0e
BReATuHoep5N3I5M1TSAKkIuVJ4r/L1QtbPOo3stHFjl2j8+WNUqajYlthyrbQar
aQIDAQAB
', '1.1.LToL6czcjsj7VHH71TypMxSmJMkoSQrbsaCcaSbSWrJp5EAOFSjEIE5+lzgsZpEzz+tuIODbFTZtbeFgw1CDa+oLpPWdu6jcu+lRmKttC1AAuEcO6fN25zyu3P0ki42NMpeOSNqqFiKMruqtEMiW995fOL5mkrwgSrg1Kz2v/4bHpKzpGynWkvV3SL/U5fm/70IZjwf95VLFZrno2t6QUDZL3dX6MPYUYm7qoNwLaXC4CdxaSASl///eRWjxdrZ+uykdJLV9fgtTzMTaTtKYpWtcwR1n20ujLgSKZBBkR0dIubakopPk3SzfYIpsHIdPv+ErdcXdNVlVXUrhrG/AKFdbmQw4YKZf+lIYZizP47Z0k22Pcd/rKZSFWH9d+NvxNf7cyaaWSZ4nyqC475gHN3Si8oCr3sQzlr89resjvRqK04GFmMEWQOxsVyuyUBG+LPuIcFkCn0oHZ1Vex+/0zBoliiujJoEbOfkeeBcBBLC/F6iXirclbLKwmKRUUVM0qeGgFo58/z7IHq9m7Oo2hFJj9uR184DiVW238REbYU6Wm1twL3Upw7fVwuw1bunjzxuA0x0W3UsH4kC19lmwzgrEPMuM+8ZHpURJAw1ezXxs/Hb5YFeNmzjjLkDtSUxwJIjk8nwzY66GsEWJFznMptzDzj2/53/2G+c6O27zPJT0AFqFcXt4FFgPW7SUrvLejMDssgTUehr4/tSftm+Q3mYqprQB1XFr/ZDidt/9q+XFgqh+dbJubY/KtZPVd+sWxODUuJUj7mhzl/v+Ydud+VE7g4cNxfZmsUAGyJ+WzSxLvbCp2sZ13mF02X215vQCub0FMgIR41DZqQ4rWZZaDGaJ8nAeYJC1FdbVPyb/ZLrOOP6a1NsC/1iAbDt0YwTEMDHx1azmlX+h88DJaYCtnfFhRord0ZYn+/WoCrhREcOw1/O6cojOwKfs99ZhlbPaD5ZctDuxAKUa+Hcs1IAkBpZKa42MrV8xoNFG9oH2hJqEvpOHWAP3AATN7VdDssZg45XACdR0saeJTY4nyzGbwayVUsa1ENfMyfbSDlhboV+iTj3ua5yWJfrimoOKo1+g9vS74u1fhS56wSY71A4DL4X9JxGBAeO1aD/xd2PzMg/W18/m+yNCBgtdxaWCDGXUeYivMHipt+eaq1Ub4YdbzULthi9LmZ8nsusM11776qUr3b7i7RZ2dhVgpoKTO0Asvkwmgeg9nrME3SuY89A3+tpM9QC8ZyRC3vJtlCbGCDOJD01I1DZIrNcuv4nlFv5Vx0TayHni3nvM6Iy9xFuLtnpB6o18hRlFyqct3ci7AsCLKo6+q46Z95efLXGeRoWYdqPy5WiJ1EscpujsvV2i99BAJxq2/rnY9IfKXjPePHnrARQlJYwCYAF6XLsPaFk+OioGtPFK8BME4+BAkoxwZK+OeGdkdO10PpdPYh9FTLx8++5WMxnBeMqOwH5+j6wOT4deCheIJbTOsZqq3okVS7cZV5l3KKUUpMZL3PUL3QARlqxIqmq4eN67lz2/2wd5zD4JUMEeQdeWdJagpxIclBmYMMVv/Pz8wAAW8rv+Ue3g5qZbYN0kzQLgBubc2ACsv39wlvK+0Set26EcnS5tJyKiRKdbMVGJapt5jhPf2vmR8jxCjMCFwHR5QXAkj8NJE703V+HMZJROCvTz8FW7MtO4OiltVPhSPz7AH87i6hh4fml1sl1JIEwt5DqxNaMWV4lmNXW4eTEb1ukF7YK3psTvZ0XrUaVhQSyxK9Y/xCTqjjZsWrvrA/+RbjzoDzfK6r5SfQCmV4Ys4fwafd9HAyzaS1FXA3vZjoF42nNr/iCXJeknWPboykAATX66/wtkcHIEJura4yWjFU/Y7I7H/qIwcuzpDU+GKuR3EZUxyB1X/pDZlM5lbl+3RZXngRWNTWlNY9uCSxisWn5XBXJgbdvLm4BhYl5aKAh9UHxJyvAzcD2Al6FpM2fVoCOaU2wDrcEopB+rXfg2FdOUynqhwJ1KJYTSplacCQ6rbFipGTlpgPBVoO6sRa6/UFtz1d6cvmGbgDoZnX6JSUM2yyk7Dh/RM60QvyX+eHFpkRd59T5C2Kt9k9LQC9pKNA0c53tuON7Decnfeb9vQ9tphRNX5bkZXoIJZwX8B9Cxlp6PNEZA3Ld0ogwIOe8FItIe5dXelxk7G2mWkGh7he7GxSAbGJXlCuv15TdnDy2T0iU+pQvIjVzT3j5gEsSRt8503IhHZHd9Ik0vJjl9Yh3bbPALcqFmfSPku1k8EAyhEMTq+jFyHSBqdHk0yWsy+ANIw3rcT9OxQg==', 1795385853536, NULL);
INSERT INTO public.kysely_migration VALUES ('0005-database-stamps', '2026-11-22T22:17:24.142Z');
INSERT INTO public.kysely_migration VALUES ('0006-sequences', '2026-11-22T22:17:24.172Z');
INSERT INTO public.kysely_migration VALUES ('0010-vault-keys', '2026-11-22T22:17:24.224Z');
INSERT INTO public.kysely_migration VALUES ('0020-job-leases', '2026-11-22T22:17:24.245Z');
INSERT INTO public.kysely_migration VALUES ('0021-instances', '2026-11-22T22:17:24.305Z');
INSERT INTO public.kysely_migration VALUES ('0022-write-marks', '2026-11-22T22:17:24.331Z');
INSERT INTO public.kysely_migration VALUES ('0100-accounts', '2026-11-22T22:17:24.551Z');
INSERT INTO public.kysely_migration VALUES ('0200-card-sessions', '2026-11-22T22:17:24.639Z');
INSERT INTO public.kysely_migration VALUES ('0200-key-pairs', '2026-11-22T22:17:24.736Z');
INSERT INTO public.kysely_migration VALUES ('0300-transactions', '2026-11-22T22:17:24.910Z');
INSERT INTO public.kysely_migration VALUES ('0310-acquirer-accounts', '2026-11-22T22:17:24.949Z');
INSERT INTO public.kysely_migration VALUES ('0311-removed-acquirer-accounts', '2026-11-22T22:17:25.000Z');
INSERT INTO public.kysely_migration VALUES ('0400-simulator-book', '2026-11-22T22:17:25.050Z');
INSERT INTO public.kysely_migration VALUES ('0500-person-profile', '2026-11-22T22:17:25.106Z');
INSERT INTO public.kysely_migration VALUES ('0501-login-failures', '2026-11-22T22:17:25.129Z');
INSERT INTO public.kysely_migration VALUES ('0502-audit', '2026-11-22T22:17:25.178Z');
INSERT INTO public.kysely_migration VALUES ('0503-sweep', '2026-11-22T22:17:25.218Z');
INSERT INTO public.kysely_migration VALUES ('0504-postback-delay', '2026-11-22T22:17:25.222Z');
INSERT INTO public.kysely_migration VALUES ('0510-simulator-authentication', '2026-11-22T22:17:25.238Z');
INSERT INTO public.kysely_migration VALUES ('0520-registrations', '2026-11-22T22:17:25.254Z');
INSERT INTO public.kysely_migration VALUES ('0521-audit-actor', '2026-11-22T22:17:25.270Z');
INSERT INTO public.kysely_migration VALUES ('0521-registration-blocks', '2026-11-22T22:17:25.277Z');
INSERT INTO public.kysely_migration VALUES ('0550-photos', '2026-11-22T22:17:25.315Z');
INSERT INTO public.kysely_migration VALUES ('0551-record-counts', '2026-11-22T22:17:25.345Z');
INSERT INTO public.kysely_migration VALUES ('0552-product-categories', '2026-11-22T22:17:25.359Z');
INSERT INTO public.kysely_migration VALUES ('0553-products', '2026-11-22T22:17:25.433Z');
INSERT INTO public.kysely_migration VALUES ('0554-terminals', '2026-11-22T22:17:25.553Z');
INSERT INTO public.kysely_migration VALUES ('0555-payment-method-narrowings', '2026-11-22T22:17:25.603Z');
INSERT INTO public.kysely_migration VALUES ('0556-clients', '2026-11-22T22:17:25.652Z');
INSERT INTO public.kysely_migration VALUES ('0557-physical-terminal-of', '2026-11-22T22:17:25.673Z');
INSERT INTO public.kysely_migration VALUES ('0600-transaction-events', '2026-11-22T22:17:25.723Z');
INSERT INTO public.kysely_migration VALUES ('0601-transaction-versions', '2026-11-22T22:17:25.743Z');
INSERT INTO public.kysely_migration VALUES ('0602-authentications', '2026-11-22T22:17:25.822Z');
INSERT INTO public.kysely_migration VALUES ('0603-movements', '2026-11-22T22:17:25.921Z');
INSERT INTO public.kysely_migration VALUES ('0604-recovery-cases', '2026-11-22T22:17:26.010Z');
INSERT INTO public.kysely_migration VALUES ('0605-idempotency-keys', '2026-11-22T22:17:26.081Z');
INSERT INTO public.kysely_migration VALUES ('0650-postbacks', '2026-11-22T22:17:26.204Z');
INSERT INTO public.kysely_migration VALUES ('0900-users', '2026-11-22T22:17:26.286Z');
INSERT INTO public.kysely_migration VALUES ('0901-sessions', '2026-11-22T22:17:26.314Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.movements VALUES ('DC1PKZ28ASJ0000E', '01a20556-00fb-7000-b55f-d4d04264107d', 'refund', 300, 'done', '3cncbj3b', 1795385852260, 1795385852390, '1795385852186088000001', '00', 'Transação capturada', 200, NULL);
INSERT INTO public.persons VALUES (1, 'seller', 2, '11144477735', 0, 'Vendedor de Demonstração', NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$KWVDZUZs05ETBVjvnus49w$t2nDaKKqdqFY7Dg6MpwLjDhU0ovkSSUdAYRQ9VcfgdA', 'accept', 1795385846712, 1795385846712, NULL, NULL, NULL, NULL, 0, 3);
INSERT INTO public.persons VALUES (2, 'operator', 2, '52998224725', 0, 'Operador', NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$fMjCUeQeYcG2lOM6COdPug$SSCoPkF1a1pHyzzboxPCt1oNEiYSsFbkz52UY3BRnTo', 'accept', 1795385846712, 1795385846712, NULL, NULL, NULL, NULL, 0, 3);
INSERT INTO public.postbacks VALUES ('01a20555-fe8b-7000-9f78-4108caab899c', 1, 1, '127.0.0.1:9', 'http://127.0.0.1:9/aviso', '{"transactionId":"01a20555-fe8b-7000-9f78-4108caab899c","referenceId":"antiga-1","status":6,"providerReference":"17953858515450880000"}', 'waiting', 'inbox', 1, 1795385911945, NULL, NULL, NULL, 'refused', 1795385851546, NULL);
INSERT INTO public.product_categories VALUES (1, 1, 'Bebidas');
INSERT INTO public.products VALUES (1, 1, 1, 'Produto genérico', NULL, NULL, NULL, NULL, NULL, 0, 10, 0, 5, NULL, NULL, '{}');
INSERT INTO public.products VALUES (2, 2, 1, 'Produto genérico', NULL, NULL, NULL, NULL, NULL, 0, 10, 0, 5, NULL, NULL, '{}');
INSERT INTO public.products VALUES (3, 1, 0, 'Café coado', NULL, NULL, NULL, 750, NULL, 0, 10, 0, 5, 1, NULL, '{}');
INSERT INTO public.record_counts VALUES (1, 'product_category', 1);
INSERT INTO public.record_counts VALUES (1, 'product', 1);
INSERT INTO public.record_counts VALUES (1, 'client', 1);
INSERT INTO public.recovery_cases VALUES ('DC1PKZ28ASJ0000H', '01a20556-020b-7000-a55d-e971817a306c', 0, 'authentication', 'open', 1795385852438, 1795385912437, 0, 0, NULL, NULL);
INSERT INTO public.recovery_cases VALUES ('DC1PKZ28ASJ0000Q', '01a20556-02a2-7000-9327-145f9ac78561', 0, 'attempt', 'open', 1795385882591, 1795385884591, 0, 0, NULL, NULL);
INSERT INTO public.sequences VALUES ('person', 2);
INSERT INTO public.sequences VALUES ('credential', 3);
INSERT INTO public.sequences VALUES ('product_category', 1);
INSERT INTO public.sequences VALUES ('product', 3);
INSERT INTO public.sequences VALUES ('client', 1);
INSERT INTO public.simulator_charges VALUES ('17953858515450880000', 'DC1PKYT8ASJ00001', '423564******5682', 'VISA', 'credit', 'plain', '00', 1000, 1000, 0, '', 'standing', 0, 1795385851545, 1, '', '');
INSERT INTO public.simulator_charges VALUES ('17953858519290880000', 'DC1PKYT8ASJ00004', '544828******0007', 'MASTERCARD', 'credit', 'plain', '00', 1000, 0, 0, '', 'standing', 0, 1795385851929, 1, '', '');
INSERT INTO public.simulator_charges VALUES ('17953858520940880000', 'DC1PKZ28ASJ00008', '400000******0516', 'VISA', 'credit', '051', '51', 1000, 0, 0, '', 'standing', 0, 1795385852094, 1, '', '');
INSERT INTO public.simulator_charges VALUES ('17953858521860880000', 'DC1PKZ28ASJ0000B', '423564******5682', 'VISA', 'credit', 'plain', '00', 1000, 1000, 0, '[{"reference":"DC1PKZ28ASJ0000E","amount":300,"at":1795385852302}]', 'standing', 0, 1795385852186, 2, '', '');
INSERT INTO public.simulator_charges VALUES ('17953858524370880000', 'DC1PKZ28ASJ0000H', '423564******5682', 'VISA', 'credit', 'plain', '202', 1000, 0, 0, '', 'standing', 0, 1795385852437, 1, 'l_Lup3MY1Angg--wDxVAJO6ihvA475DKfe5pBSMuix0', '{"onFailure":"decline","successUrl":"http://localhost:8080/3ds/gOZqUgfSJJczTzYg4v0t0wEWlIyYU-urtnQ4XbQNhLo/return","failureUrl":"http://localhost:8080/3ds/gOZqUgfSJJczTzYg4v0t0wEWlIyYU-urtnQ4XbQNhLo/return","shop":"","oneTimeCode":"213267","captures":true,"codes":{"proven":"00","unproven":"00"}}');
INSERT INTO public.simulator_charges VALUES ('17953858524950880000', 'DC1PKZ28ASJ0000M', '423564******5682', 'VISA', 'credit', 'plain', '00', 1000, 1000, 0, '', 'standing', 0, 1795385852495, 1, '', '');
INSERT INTO public.simulator_charges VALUES ('17953858525900880000', 'DC1PKZ28ASJ0000Q', '400000******6042', 'VISA', 'credit', '604', '00', 1000, 1000, 0, '', 'standing', 0, 1795385852590, 1, '', '');
INSERT INTO public.transaction_events VALUES ('01a20555-fe8b-7000-9f78-4108caab899c', 'DC1PKYT8ASJ00002', 1795385851531, 'sent', 'merchant', '01a20555-fe60-7ed3-90f2-59f5523851db', '{"attempt":"DC1PKYT8ASJ00001"}');
INSERT INTO public.transaction_events VALUES ('01a20555-fe8b-7000-9f78-4108caab899c', 'DC1PKYT8ASJ00003', 1795385851546, 'answered', 'merchant', '01a20555-fe60-7ed3-90f2-59f5523851db', '{"attempt":"DC1PKYT8ASJ00001","outcome":"approved","status":6,"code":"00"}');
INSERT INTO public.transaction_events VALUES ('01a20555-feca-7000-a5c0-bfe51df3779d', 'DC1PKYT8ASJ00005', 1795385851594, 'sent', 'merchant', '01a20555-fec9-746f-8581-3c87927d061f', '{"attempt":"DC1PKYT8ASJ00004"}');
INSERT INTO public.transaction_events VALUES ('01a20555-feca-7000-a5c0-bfe51df3779d', 'DC1PKYT8ASJ00006', 1795385851942, 'answered', 'merchant', '01a20555-fec9-746f-8581-3c87927d061f', '{"attempt":"DC1PKYT8ASJ00004","outcome":"approved","status":5,"code":"00"}');
INSERT INTO public.transaction_events VALUES ('01a20555-fe8b-7000-9f78-4108caab899c', 'DC1PKYT8ASJ00007', 1795385851945, 'postback', 'delivery', NULL, '{"version":1,"state":"waiting","tries":1,"error":"refused"}');
INSERT INTO public.transaction_events VALUES ('01a20556-0097-7000-abcb-2fc08864aa87', 'DC1PKZ28ASJ00009', 1795385852055, 'sent', 'merchant', '01a20556-0096-7d39-bad6-cfa2d617742d', '{"attempt":"DC1PKZ28ASJ00008"}');
INSERT INTO public.transaction_events VALUES ('01a20556-0097-7000-abcb-2fc08864aa87', 'DC1PKZ28ASJ0000A', 1795385852095, 'answered', 'merchant', '01a20556-0096-7d39-bad6-cfa2d617742d', '{"attempt":"DC1PKZ28ASJ00008","outcome":"declined","status":7,"code":"51"}');
INSERT INTO public.transaction_events VALUES ('01a20556-00fb-7000-b55f-d4d04264107d', 'DC1PKZ28ASJ0000C', 1795385852155, 'sent', 'merchant', '01a20556-00f2-7679-9442-be507e41801d', '{"attempt":"DC1PKZ28ASJ0000B"}');
INSERT INTO public.transaction_events VALUES ('01a20556-00fb-7000-b55f-d4d04264107d', 'DC1PKZ28ASJ0000D', 1795385852186, 'answered', 'merchant', '01a20556-00f2-7679-9442-be507e41801d', '{"attempt":"DC1PKZ28ASJ0000B","outcome":"approved","status":6,"code":"00"}');
INSERT INTO public.transaction_events VALUES ('01a20556-00fb-7000-b55f-d4d04264107d', 'DC1PKZ28ASJ0000F', 1795385852260, 'sent', 'merchant', '01a20556-015e-72c5-9cf2-d0493deaf5d5', '{"movement":"refund","subject":"DC1PKZ28ASJ0000E","amount":300}');
INSERT INTO public.transaction_events VALUES ('01a20556-00fb-7000-b55f-d4d04264107d', 'DC1PKZ28ASJ0000G', 1795385852390, 'answered', 'merchant', '01a20556-015e-72c5-9cf2-d0493deaf5d5', '{"movement":"refund","from":6,"status":6,"amount":300,"subject":"DC1PKZ28ASJ0000E","outcome":"done","code":"00","refundId":"1795385852186088000001"}');
INSERT INTO public.transaction_events VALUES ('01a20556-020b-7000-a55d-e971817a306c', 'DC1PKZ28ASJ0000J', 1795385852427, 'sent', 'merchant', '01a20556-0202-7faf-b64b-715214911a98', '{"attempt":"DC1PKZ28ASJ0000H"}');
INSERT INTO public.transaction_events VALUES ('01a20556-020b-7000-a55d-e971817a306c', 'DC1PKZ28ASJ0000K', 1795385852438, 'answered', 'merchant', '01a20556-0202-7faf-b64b-715214911a98', '{"attempt":"DC1PKZ28ASJ0000H","outcome":"authentication_required","status":0}');
INSERT INTO public.transaction_events VALUES ('01a20556-0246-7000-8dde-6949ed36e031', 'DC1PKZ28ASJ0000N', 1795385852486, 'sent', 'merchant', '01a20556-0238-769a-ba58-bab17196b261', '{"attempt":"DC1PKZ28ASJ0000M"}');
INSERT INTO public.transaction_events VALUES ('01a20556-0246-7000-8dde-6949ed36e031', 'DC1PKZ28ASJ0000P', 1795385852495, 'answered', 'merchant', '01a20556-0238-769a-ba58-bab17196b261', '{"attempt":"DC1PKZ28ASJ0000M","outcome":"approved","status":6,"code":"00"}');
INSERT INTO public.transaction_events VALUES ('01a20556-02a2-7000-9327-145f9ac78561', 'DC1PKZ28ASJ0000R', 1795385852578, 'sent', 'merchant', '01a20556-02a1-7cf0-a762-096b7c19f5df', '{"attempt":"DC1PKZ28ASJ0000Q"}');
INSERT INTO public.transaction_events VALUES ('01a20556-02a2-7000-9327-145f9ac78561', 'DC1PM6J8ASJ0000S', 1795385882591, 'answered', 'merchant', '01a20556-02a1-7cf0-a762-096b7c19f5df', '{"attempt":"DC1PKZ28ASJ0000Q","outcome":"unknown","status":10,"reason":"no answer within the deadline"}');
INSERT INTO public.transactions VALUES ('01a20555-fe8b-7000-9f78-4108caab899c', 1, 'antiga-1', 1000, 6, 1795385851531, 1795385851546, '{"postBackUrl":"http://127.0.0.1:9/aviso","kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"423564******5682","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', '17953858515450880000', '00', 'Transação capturada com sucesso', '545000', NULL, 1000, NULL, NULL, 1, NULL);
INSERT INTO public.transactions VALUES ('01a20555-feca-7000-a5c0-bfe51df3779d', 1, 'antiga-2', 1000, 5, 1795385851594, 1795385851942, '{"kind":"credit","capture":false,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"544828******0007","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"MASTERCARD"}}', '17953858519290880000', '00', 'Transação autorizada com sucesso', '929000', NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO public.transactions VALUES ('01a20556-0097-7000-abcb-2fc08864aa87', 1, 'antiga-3', 1000, 7, 1795385852055, 1795385852095, '{"kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"400000******0516","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', '17953858520940880000', '51', 'Saldo ou limite insuficiente.', NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO public.transactions VALUES ('01a20556-02a2-7000-9327-145f9ac78561', 1, 'antiga-7', 1000, 10, 1795385852578, 1795385882591, '{"kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"400000******6042","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', NULL, NULL, 'Aguardando a confirmação do adquirente', NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO public.transactions VALUES ('01a20556-00fb-7000-b55f-d4d04264107d', 1, 'antiga-4', 1000, 6, 1795385852155, 1795385852390, '{"kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"423564******5682","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', '17953858521860880000', '00', 'Cancelamento parcial realizado com sucesso', '186000', NULL, 1000, 300, NULL, 3, NULL);
INSERT INTO public.transactions VALUES ('01a20556-020b-7000-a55d-e971817a306c', 1, 'antiga-5', 1000, 0, 1795385852427, 1795385852438, '{"userAgent":"Mozilla/5.0","device":{"colorDepth":24,"deviceType3ds":"BROWSER","javaEnabled":false,"language":"pt-BR","screenHeight":500,"screenWidth":500,"timeZoneOffset":3},"kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":1,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"423564******5682","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', '17953858524370880000', NULL, NULL, NULL, NULL, NULL, NULL, 'http://localhost:8080/3ds/gOZqUgfSJJczTzYg4v0t0wEWlIyYU-urtnQ4XbQNhLo', 1, NULL);
INSERT INTO public.transactions VALUES ('01a20556-0246-7000-8dde-6949ed36e031', 1, 'antiga-6', 1000, 6, 1795385852486, 1795385852495, '{"kind":"credit","capture":true,"installments":1,"interestType":3,"authenticate":3,"saveCard":false,"recurrent":false,"provider":"REDE","providerVersion":"simulator","card":{"mask":"423564******5682","expirationMonth":"12","expirationYear":"2035","cvvSent":true,"brand":"VISA"}}', '17953858524950880000', '00', 'Transação capturada com sucesso', '495000', NULL, 1000, NULL, NULL, 1, NULL);
INSERT INTO public.vault_keys VALUES ('1', 'oCywBLpSbW/8lpCpKMobWh/w9hJAQyDd71my2SdONmRiAN6aV2ST0bfwoO9xj0/DzlrzvPUF4uY98qZU', '653bb1245e82', 1795385846559);
INSERT INTO public.write_marks VALUES ('8539d8008044-1', 12, '2026-11-22 22:17:30.953749+00');
INSERT INTO public.write_marks VALUES ('8539d8008044-4', 2, '2026-11-22 22:17:30.96016+00');
INSERT INTO public.write_marks VALUES ('8539d8008044-6', 2, '2026-11-22 22:17:30.979861+00');
INSERT INTO public.write_marks VALUES ('8539d8008044-2', 4, '2026-11-22 22:17:30.999182+00');
INSERT INTO public.write_marks VALUES ('8539d8008044-5', 22, '2026-11-22 22:17:31.959853+00');
INSERT INTO public.write_marks VALUES ('8539d8008044-3', 84, '2026-11-22 22:18:02.599034+00');
ALTER TABLE ONLY public.acquirer_accounts
    ADD CONSTRAINT acquirer_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (reference);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authentications
    ADD CONSTRAINT authentications_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.card_sessions
    ADD CONSTRAINT card_sessions_pkey PRIMARY KEY (session_hash);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_name UNIQUE (kind, name);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_secret UNIQUE (secret_hash);
ALTER TABLE ONLY public.database_stamps
    ADD CONSTRAINT database_stamps_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.instances
    ADD CONSTRAINT instances_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_leases
    ADD CONSTRAINT job_leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.key_pairs
    ADD CONSTRAINT key_pairs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.login_failures
    ADD CONSTRAINT login_failures_key PRIMARY KEY (login, network);
ALTER TABLE ONLY public.movements
    ADD CONSTRAINT movements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_links
    ADD CONSTRAINT password_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.payment_method_narrowings
    ADD CONSTRAINT payment_method_narrowings_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.photo_usage
    ADD CONSTRAINT photo_usage_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.photos
    ADD CONSTRAINT photos_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.physical_terminals
    ADD CONSTRAINT physical_terminals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.postbacks
    ADD CONSTRAINT postbacks_key PRIMARY KEY (transaction_id, version);
ALTER TABLE ONLY public.product_categories
    ADD CONSTRAINT product_categories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.record_counts
    ADD CONSTRAINT record_counts_key PRIMARY KEY (person_id, kind);
ALTER TABLE ONLY public.recovery_cases
    ADD CONSTRAINT recovery_cases_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.simulator_charges
    ADD CONSTRAINT simulator_charges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.terminals
    ADD CONSTRAINT terminals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.transaction_events
    ADD CONSTRAINT transaction_events_key PRIMARY KEY (transaction_id, id);
ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_links
    ADD CONSTRAINT user_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.vault_keys
    ADD CONSTRAINT vault_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.write_marks
    ADD CONSTRAINT write_marks_pkey PRIMARY KEY (slot);
CREATE UNIQUE INDEX acquirer_accounts_by_person ON public.acquirer_accounts USING btree (person_id, provider) WHERE (removed_at IS NULL);
CREATE INDEX attempts_by_transaction ON public.attempts USING btree (transaction_id);
CREATE INDEX attempts_unresolved ON public.attempts USING btree (state, created_at) WHERE (state = ANY (ARRAY['sending'::text, 'unknown'::text]));
CREATE INDEX audit_for_person ON public.audit USING btree (for_person_id, at);
CREATE INDEX authentications_by_expiry ON public.authentications USING btree (expires_at);
CREATE INDEX authentications_by_transaction ON public.authentications USING btree (transaction_id);
CREATE INDEX card_sessions_by_key_pair ON public.card_sessions USING btree (key_pair_id, expires_at);
CREATE INDEX clients_person ON public.clients USING btree (person_id, id);
CREATE INDEX credentials_end ON public.credentials USING btree (kind, expires_at);
CREATE INDEX credentials_person ON public.credentials USING btree (person_id, kind);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX key_pairs_by_merchant ON public.key_pairs USING btree (merchant_id, handed_out_until);
CREATE INDEX login_failures_last ON public.login_failures USING btree (last_failed_at);
CREATE INDEX movements_by_transaction ON public.movements USING btree (transaction_id);
CREATE INDEX movements_unanswered ON public.movements USING btree (state, created_at) WHERE (state = 'sending'::text);
CREATE INDEX password_links_person ON public.password_links USING btree (person_id);
CREATE UNIQUE INDEX persons_active_document ON public.persons USING btree (document) WHERE (activated_at IS NOT NULL);
CREATE INDEX persons_creator ON public.persons USING btree (created_by, activated_at);
CREATE INDEX persons_document ON public.persons USING btree (document);
CREATE INDEX persons_keyless_waiting ON public.persons USING btree (created_at) WHERE ((keyless = 1) AND (activated_at IS NULL));
CREATE INDEX persons_waiting ON public.persons USING btree (created_at) WHERE (activated_at IS NULL);
CREATE INDEX photos_person ON public.photos USING btree (person_id, created_at);
CREATE INDEX physical_terminals_person ON public.physical_terminals USING btree (person_id, id);
CREATE INDEX postbacks_failed ON public.postbacks USING btree (merchant_id, transaction_id, version) WHERE (state = 'failed'::text);
CREATE INDEX postbacks_queued ON public.postbacks USING btree (receiver, next_at) WHERE (lane = 'queue'::text);
CREATE INDEX postbacks_waiting ON public.postbacks USING btree (lane, next_at, created_at) WHERE (state = 'waiting'::text);
CREATE INDEX product_categories_person ON public.product_categories USING btree (person_id, id);
CREATE INDEX products_category ON public.products USING btree (category_id);
CREATE UNIQUE INDEX products_default ON public.products USING btree (person_id) WHERE (is_default = 1);
CREATE INDEX products_person ON public.products USING btree (person_id, id);
CREATE INDEX recovery_cases_by_transaction ON public.recovery_cases USING btree (transaction_id);
CREATE INDEX recovery_cases_due ON public.recovery_cases USING btree (state, next_at);
CREATE INDEX registrations_block ON public.registrations USING btree (block, created_at);
CREATE INDEX sessions_ended ON public.sessions USING btree (ends_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, created_at);
CREATE INDEX simulator_charges_challenge ON public.simulator_charges USING btree (challenge) WHERE (challenge <> ''::text);
CREATE INDEX simulator_charges_reference ON public.simulator_charges USING btree (reference);
CREATE INDEX terminals_person ON public.terminals USING btree (person_id, id);
CREATE INDEX terminals_physical ON public.terminals USING btree (physical_terminal_id);
CREATE INDEX transactions_by_reference ON public.transactions USING btree (merchant_id, reference_id, id) WHERE (reference_id IS NOT NULL);
CREATE INDEX user_links_user ON public.user_links USING btree (user_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX users_owner ON public.users USING btree (person_id) WHERE (owner = 1);
CREATE INDEX users_person ON public.users USING btree (person_id, id);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.password_links
    ADD CONSTRAINT password_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment_method_narrowings
    ADD CONSTRAINT payment_method_narrowings_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.persons
    ADD CONSTRAINT persons_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.persons(id);
ALTER TABLE ONLY public.photo_usage
    ADD CONSTRAINT photo_usage_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.photos
    ADD CONSTRAINT photos_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.physical_terminals
    ADD CONSTRAINT physical_terminals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.product_categories
    ADD CONSTRAINT product_categories_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.product_categories(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.record_counts
    ADD CONSTRAINT record_counts_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.terminals
    ADD CONSTRAINT terminals_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.persons(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.terminals
    ADD CONSTRAINT terminals_physical_terminal_id_fkey FOREIGN KEY (physical_terminal_id) REFERENCES public.physical_terminals(id);
