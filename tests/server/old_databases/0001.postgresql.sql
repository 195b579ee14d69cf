CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.events (
    table_id character varying(12) NOT NULL,
    number integer NOT NULL,
    event text NOT NULL,
    at double precision NOT NULL,
    clocks text
);
CREATE TABLE public.presence (
    table_id character varying(12) NOT NULL,
    seat smallint NOT NULL,
    process character varying(12) NOT NULL
);
CREATE TABLE public.processes (
    id character varying(12) NOT NULL,
    beat double precision NOT NULL
);
CREATE TABLE public.seats (
    table_id character varying(12) NOT NULL,
    seat smallint NOT NULL,
    kind character varying(8) NOT NULL,
    name text NOT NULL,
    skeleton text NOT NULL,
    level character varying(32),
    reserved smallint,
    last_seen double precision NOT NULL,
    away boolean NOT NULL,
    advice boolean NOT NULL,
    "left" character varying(8)
);
CREATE TABLE public.tables (
    id character varying(12) NOT NULL,
    game character varying(32) NOT NULL,
    seats smallint NOT NULL,
    options text NOT NULL,
    settings text NOT NULL,
    status character varying(8) NOT NULL,
    public boolean NOT NULL,
    practice boolean NOT NULL,
    "position" text,
    seed bytea,
    commitment character varying(64) NOT NULL,
    deal character varying(12) NOT NULL,
    remarks text,
    length integer NOT NULL,
    revision integer NOT NULL,
    turn smallint,
    created double precision NOT NULL,
    changed double precision NOT NULL,
    ended double precision,
    expires double precision,
    address character varying(32) NOT NULL,
    rematch character varying(12),
    clock_left text,
    clock_since double precision,
    deadline double precision,
    bot_due double precision,
    lease character varying(12),
    lease_process character varying(12),
    lease_until double precision NOT NULL,
    failures integer NOT NULL,
    takeover character varying(32),
    fingerprint character varying(32),
    shown_fingerprint character varying(32)
);
CREATE TABLE public.tokens (
    table_id character varying(12) NOT NULL,
    hash character varying(64) NOT NULL,
    seat smallint NOT NULL,
    created double precision NOT NULL
);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.events VALUES ('nt82wq9noam0', 0, '{"start":0}', 1000000, NULL);
INSERT INTO public.events VALUES ('nt82wq9noam0', 1, '{"draw":["WRWR","KKYB","KBKR","YBRY","YWWW"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('nt82wq9noam0', 2, '{"move":"2b-","seat":0}', 1000000, '[605.0,600.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 3, '{"move":"ck3","seat":1}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 4, '{"move":"3k3","seat":0}', 1000000, '[610.0,605.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 5, '{"move":"cy4","seat":1}', 1000000, '[610.0,610.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 6, '{"move":"4r2","seat":0}', 1000000, '[615.0,610.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 7, '{"move":"5y5","seat":1}', 1000000, '[615.0,615.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 8, '{"move":"cw4","seat":0}', 1000000, '[620.0,615.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 9, '{"move":"1w2","seat":1}', 1000000, '[620.0,620.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 10, '{"move":"cr1","seat":0}', 1000000, '[625.0,620.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 11, '{"move":"cb-","seat":1}', 1000000, '[625.0,625.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 12, '{"move":"cy5","seat":0}', 1000000, '[630.0,625.0]');
INSERT INTO public.events VALUES ('nt82wq9noam0', 13, '{"draw":["WBYW","RBBY","KKBK","RYKY","YWRW"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('nt82wq9noam0', 14, '{"move":"4y5","seat":1}', 1000000, '[630.0,630.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 0, '{"start":1}', 1000000, NULL);
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 1, '{"draw":{"display":["TRBJ","YRJB","TBJY"],"top":"special"}}', 1000000, NULL);
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 2, '{"draw":{"tiles":["TBBYY","KYKB","BTRY","BBYY","BRRT"]}}', 1000000, NULL);
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 3, '{"move":"p1","seat":0}', 1000000, '[600.0,600.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 4, '{"move":"7n","seat":0}', 1000000, '[605.0,600.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 5, '{"draw":{"display":["KSTR"],"top":"special"}}', 1000000, NULL);
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 6, '{"move":"p2","seat":1}', 1000000, '[605.0,600.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 7, '{"move":"1n","seat":1}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 8, '{"draw":{"display":["SYBR"],"top":"joker"}}', 1000000, NULL);
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 9, '{"move":"4t","seat":1}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 10, '{"move":"srbr","seat":1}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 11, '{"move":"6","seat":1}', 1000000, '[605.0,610.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 12, '{"move":"2y","seat":0}', 1000000, '[605.0,610.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 13, '{"move":"stbr","seat":0}', 1000000, '[605.0,610.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 14, '{"move":"1","seat":0}', 1000000, '[610.0,610.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 15, '{"move":"1k","seat":1}', 1000000, '[610.0,610.0]');
INSERT INTO public.events VALUES ('9iqn3wzkatz5', 16, '{"move":"sby","seat":1}', 1000000, '[610.0,610.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 0, '{"start":0}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 1, '{"draw":["m6","b1","y4","l2"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 2, '{"move":"tb","seat":0}', 1000000, '[605.0,600.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 3, '{"draw":["p1","l1","g4","m3"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 4, '{"move":"tg","seat":1}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 5, '{"draw":["l6","l3","p6","l5"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 6, '{"move":"b1","seat":0}', 1000000, '[605.0,605.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 7, '{"move":"05","seat":0}', 1000000, '[610.0,605.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 8, '{"move":"tl","seat":1}', 1000000, '[610.0,610.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 9, '{"draw":["y5","m4","l5","y3"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 10, '{"move":"t4","seat":0}', 1000000, '[615.0,610.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 11, '{"draw":["l3","y5","p6","p3"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 12, '{"move":"l3","seat":1}', 1000000, '[615.0,610.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 13, '{"move":"02","seat":1}', 1000000, '[615.0,610.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 14, '{"move":"dl6","seat":1}', 1000000, '[615.0,615.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 15, '{"move":"pass","seat":0}', 1000000, '[615.0,615.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 16, '{"move":"dy4","seat":0}', 1000000, '[615.0,615.0]');
INSERT INTO public.events VALUES ('o7esp5ed2tl4', 17, '{"move":"dm4","seat":0}', 1000000, '[620.0,615.0]');
INSERT INTO public.events VALUES ('03jtxqthc7qg', 0, '{"start":2}', 1000000, NULL);
INSERT INTO public.events VALUES ('03jtxqthc7qg', 1, '{"draw":["WYKY","RBRK","RWBW","WKBR","RYKB","RWBB","RKWW"]}', 1000000, NULL);
INSERT INTO public.events VALUES ('03jtxqthc7qg', 2, '{"end":"resign","seat":0}', 1000000, NULL);
INSERT INTO public.events VALUES ('03jtxqthc7qg', 3, '{"end":"resign","seat":1}', 1000000, NULL);
INSERT INTO public.events VALUES ('uf0zb410pgv3', 0, '{"start":1}', 1000000, NULL);
INSERT INTO public.events VALUES ('uf0zb410pgv3', 1, '{"draw":["WBWY","KKRW","BYRW","KWYY","RYWB"]}', 1000000, NULL);
INSERT INTO public.seats VALUES ('nt82wq9noam0', 0, 'person', 'Anna', 'anna', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('nt82wq9noam0', 1, 'person', 'Player 2', 'playerz', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('9iqn3wzkatz5', 0, 'person', 'Anna', 'anna', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('9iqn3wzkatz5', 1, 'person', 'Player 2', 'playerz', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('o7esp5ed2tl4', 0, 'person', 'Anna', 'anna', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('o7esp5ed2tl4', 1, 'person', 'Player 2', 'playerz', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('03jtxqthc7qg', 2, 'bot', 'Novice', 'novlce', 'novice', NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('03jtxqthc7qg', 0, 'person', 'Player 1', 'playerl', NULL, NULL, 1000000, false, false, 'resign');
INSERT INTO public.seats VALUES ('03jtxqthc7qg', 1, 'person', 'Player 2', 'playerz', NULL, NULL, 1000000, false, false, 'resign');
INSERT INTO public.seats VALUES ('7ryfp1lqfv72', 0, 'person', 'Player 1', 'playerl', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('7ryfp1lqfv72', 1, 'open', '', '', NULL, NULL, 1000000, false, false, NULL);
INSERT INTO public.seats VALUES ('uf0zb410pgv3', 0, 'person', 'Player 1', 'playerl', NULL, NULL, 0, false, false, NULL);
INSERT INTO public.seats VALUES ('uf0zb410pgv3', 1, 'person', 'Player 2', 'playerz', NULL, NULL, 0, false, false, NULL);
INSERT INTO public.tables VALUES ('nt82wq9noam0', 'azul', 2, '{"wall":"coloured","first":"random"}', '{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}', 'playing', true, true, NULL, '\xd39bb071691ea707e78d6538b8cc378ecb3e2b51d577ea7946a6e0f2c8c0124c', 'def0e03a25e633e4f24fc5bbd0282a2c1173ecb9aea7ba44aa15c66f0bab24dc', '54yaf10dhavv', NULL, 15, 14, 0, 1000000, 1000000, NULL, 8776630, '6e601bc24966e9c13181783e1f09c72f', NULL, '[630.0,630.0]', 1000000, 1000630, NULL, NULL, NULL, 0, 0, NULL, '713ff7809a015fb4e2200b3a4e3a4fa6', '713ff7809a015fb4e2200b3a4e3a4fa6');
INSERT INTO public.tables VALUES ('9iqn3wzkatz5', 'duel', 2, '{"tablets":"first","free_draw_at_zero":"false","special_is_a_colour":"true","first":"random"}', '{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}', 'playing', true, true, NULL, '\xdf1059bad362015f63c75c3d33fb8bd6b8f6d5bcc903fe4f85a38436ef47177a', '516cc18f915d87b72d3e8f75d7b5a6829759aca7610be28509c86de6701a5161', 'gpc8b9i106jc', NULL, 17, 14, 1, 1000000, 1000000, NULL, 8776610, '6e601bc24966e9c13181783e1f09c72f', NULL, '[610.0,610.0]', 1000000, 1000610, NULL, NULL, NULL, 0, 0, NULL, '188e7bd72fb1802b16e7f5e17e0830b6', '96f9597e6f7c8a12c5dff66f5c0cc60d');
INSERT INTO public.tables VALUES ('o7esp5ed2tl4', 'garden', 2, '{"side":"standard","first":"random"}', '{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}', 'playing', true, true, NULL, '\x5f0d345dfbfdb4ec66d25d7f427a51f8ff90b5dee2bedb37fd4cb62ba2c92664', 'bbf9f919418e541e459c087f381d6866b88fcd06616740be72e64c9a44644633', 'kfbepaj48vfm', NULL, 18, 14, 1, 1000000, 1000000, NULL, 8776615, '6e601bc24966e9c13181783e1f09c72f', NULL, '[620.0,615.0]', 1000000, 1000615, NULL, NULL, NULL, 0, 0, NULL, 'c37b70e32c16d6910f212c20db1d62d0', 'c37b70e32c16d6910f212c20db1d62d0');
INSERT INTO public.tables VALUES ('7ryfp1lqfv72', 'azul', 2, '{"wall":"coloured","first":"random"}', '{"undo":"turn","confirm":true,"helpers":"previews","clock":null,"public":true,"takeover":null}', 'open', true, false, NULL, '\x6f0188dd4fb4cb41a0a21c745fa81bf1fe5e644b82030237b16721c44d4536f5', '4a4ab39057b6d50e05d7e79adc98cca7aff75c42e38b56f52aa4ef242164c5ef', 'hi5rydxbgj2w', NULL, 0, 1, NULL, 1000000, 1000000, NULL, 1604800, '6e601bc24966e9c13181783e1f09c72f', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('03jtxqthc7qg', 'azul', 3, '{"wall":"coloured","first":"random"}', '{"undo":"turn","confirm":true,"helpers":"previews","clock":null,"public":true,"takeover":null}', 'over', true, false, NULL, '\xd6068d5d367804ee993329b0abfdda8dba6fb24010c7d37954ca7899ea524314', '7c892ddf943a7110fa91b5d1c719d27a89c921cb44d34624c2d5c814dbceb6ab', '38yyp2b9n7oq', NULL, 4, 3, NULL, 1000000, 1000000, 1000000, 32536000, '6e601bc24966e9c13181783e1f09c72f', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('uf0zb410pgv3', 'azul', 2, '{"wall":"coloured","first":"random"}', '{"undo":"free","confirm":false,"helpers":"none","clock":null,"public":false,"takeover":null}', 'archived', false, true, NULL, NULL, '516cc18f915d87b72d3e8f75d7b5a6829759aca7610be28509c86de6701a5161', 'uf0zb410pgv3', '{"given":0,"comments":{},"evaluations":{}}', 2, 0, NULL, 1000000, 1000000, NULL, 32536000, '6e601bc24966e9c13181783e1f09c72f', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL);
INSERT INTO public.tokens VALUES ('nt82wq9noam0', 'c7d14809976876ffb20f3c0583af8e9a6936958d9005e89c1f61e7f8a214a1f8', -1, 1000000);
INSERT INTO public.tokens VALUES ('nt82wq9noam0', 'c450537b388e2f9af7c4cff0c74a2c08fd4e07afdead85abd61f6ecddbb4a573', 0, 1000000);
INSERT INTO public.tokens VALUES ('nt82wq9noam0', '775313531e0cc44d0284604e4560fefacda1c19fb815e66bcd451c5db364e952', 1, 1000000);
INSERT INTO public.tokens VALUES ('9iqn3wzkatz5', '3b2d5e9eff696d548174fd8163b735046ffed01a64bdb21c2d557e960e2cf868', -1, 1000000);
INSERT INTO public.tokens VALUES ('9iqn3wzkatz5', 'ef9a2857578f7ca46c6d25b50dedd626a444f7e8ab73a200b4b78df4c4a33e38', 0, 1000000);
INSERT INTO public.tokens VALUES ('9iqn3wzkatz5', '53774bd6e2226f44a0387ec5905655a84247519661b8e9540c25f0b69aa22ee8', 1, 1000000);
INSERT INTO public.tokens VALUES ('o7esp5ed2tl4', '5403a3e7ade96beba879ea7bf65e00c171b8ab3b0b43f9cae56c541862f90ad1', -1, 1000000);
INSERT INTO public.tokens VALUES ('o7esp5ed2tl4', 'f77d8fe821580fb600f6ed01d89ad89653dd855ce240be592afa09ae11745556', 0, 1000000);
INSERT INTO public.tokens VALUES ('o7esp5ed2tl4', '144c6d16480444df3107d1f4b799e2f83cac228bfa66e48997e203b77f584e03', 1, 1000000);
INSERT INTO public.tokens VALUES ('03jtxqthc7qg', '2622705442a7844c2e2e4eb5d8310bc4993c8a9f6680f7ced04b75379ca7d40a', -1, 1000000);
INSERT INTO public.tokens VALUES ('03jtxqthc7qg', '7f725f05aed2b421a81a8c0b8460e6a7b018a83cf174cfe7bc3e48c0d09703fa', 0, 1000000);
INSERT INTO public.tokens VALUES ('03jtxqthc7qg', '5af3d01dcf4e26163d25d95d646380aff4d55cc55406492c5b72cd24fc76d7e4', 1, 1000000);
INSERT INTO public.tokens VALUES ('7ryfp1lqfv72', 'fe593278a6b161470e55fc79e26b435ae544f76499afb0ede58e490abf74f270', -1, 1000000);
INSERT INTO public.tokens VALUES ('7ryfp1lqfv72', 'f18f9af3a6868d0aa9a4677d5facbfab9e5a3d9c99f80886e650a5d3886784c5', 0, 1000000);
INSERT INTO public.tokens VALUES ('uf0zb410pgv3', '562db4a3c1aa4914c3a0d5012a22e4e431f62ea6324ec166a4752ffa9d937cbf', -1, 1000000);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT pk_presence PRIMARY KEY (table_id, seat, process);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT pk_processes PRIMARY KEY (id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT pk_tables PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT pk_tokens PRIMARY KEY (table_id, hash);
CREATE INDEX ix_presence_process ON public.presence USING btree (process);
CREATE INDEX ix_tables_address ON public.tables USING btree (address);
CREATE INDEX ix_tables_bot_due ON public.tables USING btree (bot_due);
CREATE INDEX ix_tables_commitment ON public.tables USING btree (commitment);
CREATE INDEX ix_tables_deadline ON public.tables USING btree (deadline);
CREATE INDEX ix_tables_deal ON public.tables USING btree (deal);
CREATE INDEX ix_tables_expires ON public.tables USING btree (expires);
CREATE INDEX ix_tables_fingerprint ON public.tables USING btree (fingerprint);
CREATE INDEX ix_tables_public_created ON public.tables USING btree (public, created, id);
CREATE INDEX ix_tables_shown_fingerprint ON public.tables USING btree (shown_fingerprint);
CREATE INDEX ix_tables_takeover ON public.tables USING btree (takeover);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT fk_presence_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT fk_tokens_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
