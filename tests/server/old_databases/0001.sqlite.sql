BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(12) NOT NULL, 
	number INTEGER NOT NULL, 
	event TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	clocks TEXT, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('1mm6x3bgjy8w',0,'{"start":2}',1000000.0,NULL);
INSERT INTO "events" VALUES('1mm6x3bgjy8w',1,'{"draw":["BKYY","WBYR","WWRB","WKBY","KRWY","YKBW","RYBB"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('1mm6x3bgjy8w',2,'{"end":"resign","seat":0}',1000000.0,NULL);
INSERT INTO "events" VALUES('1mm6x3bgjy8w',3,'{"end":"resign","seat":1}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',0,'{"start":0}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',1,'{"draw":["m6","b1","y4","l2"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',2,'{"move":"tb","seat":0}',1000000.0,'[605.0,600.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',3,'{"draw":["p1","l1","g4","m3"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',4,'{"move":"tg","seat":1}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',5,'{"draw":["l6","l3","p6","l5"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',6,'{"move":"b1","seat":0}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',7,'{"move":"05","seat":0}',1000000.0,'[610.0,605.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',8,'{"move":"tl","seat":1}',1000000.0,'[610.0,610.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',9,'{"draw":["y5","m4","l5","y3"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',10,'{"move":"t4","seat":0}',1000000.0,'[615.0,610.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',11,'{"draw":["l3","y5","p6","p3"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('2pk0hm37qitc',12,'{"move":"l3","seat":1}',1000000.0,'[615.0,610.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',13,'{"move":"02","seat":1}',1000000.0,'[615.0,610.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',14,'{"move":"dl6","seat":1}',1000000.0,'[615.0,615.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',15,'{"move":"pass","seat":0}',1000000.0,'[615.0,615.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',16,'{"move":"dy4","seat":0}',1000000.0,'[615.0,615.0]');
INSERT INTO "events" VALUES('2pk0hm37qitc',17,'{"move":"dm4","seat":0}',1000000.0,'[620.0,615.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',0,'{"start":0}',1000000.0,NULL);
INSERT INTO "events" VALUES('49psf3dsiwm5',1,'{"draw":["WRWR","KKYB","KBKR","YBRY","YWWW"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('49psf3dsiwm5',2,'{"move":"2b-","seat":0}',1000000.0,'[605.0,600.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',3,'{"move":"ck3","seat":1}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',4,'{"move":"3k3","seat":0}',1000000.0,'[610.0,605.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',5,'{"move":"cy4","seat":1}',1000000.0,'[610.0,610.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',6,'{"move":"4r2","seat":0}',1000000.0,'[615.0,610.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',7,'{"move":"5y5","seat":1}',1000000.0,'[615.0,615.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',8,'{"move":"cw4","seat":0}',1000000.0,'[620.0,615.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',9,'{"move":"1w2","seat":1}',1000000.0,'[620.0,620.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',10,'{"move":"cr1","seat":0}',1000000.0,'[625.0,620.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',11,'{"move":"cb-","seat":1}',1000000.0,'[625.0,625.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',12,'{"move":"cy5","seat":0}',1000000.0,'[630.0,625.0]');
INSERT INTO "events" VALUES('49psf3dsiwm5',13,'{"draw":["WBYW","RBBY","KKBK","RYKY","YWRW"]}',1000000.0,NULL);
INSERT INTO "events" VALUES('49psf3dsiwm5',14,'{"move":"4y5","seat":1}',1000000.0,'[630.0,630.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',0,'{"start":1}',1000000.0,NULL);
INSERT INTO "events" VALUES('idwqzoabd9oy',1,'{"draw":{"display":["TRBJ","YRJB","TBJY"],"top":"special"}}',1000000.0,NULL);
INSERT INTO "events" VALUES('idwqzoabd9oy',2,'{"draw":{"tiles":["TBBYY","KYKB","BTRY","BBYY","BRRT"]}}',1000000.0,NULL);
INSERT INTO "events" VALUES('idwqzoabd9oy',3,'{"move":"p1","seat":0}',1000000.0,'[600.0,600.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',4,'{"move":"7n","seat":0}',1000000.0,'[605.0,600.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',5,'{"draw":{"display":["KSTR"],"top":"special"}}',1000000.0,NULL);
INSERT INTO "events" VALUES('idwqzoabd9oy',6,'{"move":"p2","seat":1}',1000000.0,'[605.0,600.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',7,'{"move":"1n","seat":1}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',8,'{"draw":{"display":["SYBR"],"top":"joker"}}',1000000.0,NULL);
INSERT INTO "events" VALUES('idwqzoabd9oy',9,'{"move":"4t","seat":1}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',10,'{"move":"srbr","seat":1}',1000000.0,'[605.0,605.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',11,'{"move":"6","seat":1}',1000000.0,'[605.0,610.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',12,'{"move":"2y","seat":0}',1000000.0,'[605.0,610.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',13,'{"move":"stbr","seat":0}',1000000.0,'[605.0,610.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',14,'{"move":"1","seat":0}',1000000.0,'[610.0,610.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',15,'{"move":"1k","seat":1}',1000000.0,'[610.0,610.0]');
INSERT INTO "events" VALUES('idwqzoabd9oy',16,'{"move":"sby","seat":1}',1000000.0,'[610.0,610.0]');
INSERT INTO "events" VALUES('lcqk76rhrn4n',0,'{"start":1}',1000000.0,NULL);
INSERT INTO "events" VALUES('lcqk76rhrn4n',1,'{"draw":["WBWY","KKRW","BYRW","KWYY","RYWB"]}',1000000.0,NULL);
CREATE TABLE presence (
	table_id VARCHAR(12) NOT NULL, 
	seat SMALLINT NOT NULL, 
	process VARCHAR(12) NOT NULL, 
	CONSTRAINT pk_presence PRIMARY KEY (table_id, seat, process), 
	CONSTRAINT fk_presence_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE processes (
	id VARCHAR(12) NOT NULL, 
	beat FLOAT NOT NULL, 
	CONSTRAINT pk_processes PRIMARY KEY (id)
);
CREATE TABLE seats (
	table_id VARCHAR(12) NOT NULL, 
	seat SMALLINT NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name TEXT NOT NULL, 
	skeleton TEXT NOT NULL, 
	level VARCHAR(32), 
	reserved SMALLINT, 
	last_seen FLOAT NOT NULL, 
	away BOOLEAN NOT NULL, 
	advice BOOLEAN NOT NULL, 
	"left" VARCHAR(8), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('49psf3dsiwm5',0,'person','Anna','anna',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('49psf3dsiwm5',1,'person','Player 2','playerz',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('idwqzoabd9oy',0,'person','Anna','anna',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('idwqzoabd9oy',1,'person','Player 2','playerz',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('2pk0hm37qitc',0,'person','Anna','anna',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('2pk0hm37qitc',1,'person','Player 2','playerz',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('1mm6x3bgjy8w',0,'person','Player 1','playerl',NULL,NULL,1000000.0,0,0,'resign');
INSERT INTO "seats" VALUES('1mm6x3bgjy8w',1,'person','Player 2','playerz',NULL,NULL,1000000.0,0,0,'resign');
INSERT INTO "seats" VALUES('1mm6x3bgjy8w',2,'bot','Novice','novlce','novice',NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('5820xi19gvcp',0,'person','Player 1','playerl',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('5820xi19gvcp',1,'open','','',NULL,NULL,1000000.0,0,0,NULL);
INSERT INTO "seats" VALUES('lcqk76rhrn4n',0,'person','Player 1','playerl',NULL,NULL,0.0,0,0,NULL);
INSERT INTO "seats" VALUES('lcqk76rhrn4n',1,'person','Player 2','playerz',NULL,NULL,0.0,0,0,NULL);
CREATE TABLE tables (
	id VARCHAR(12) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	seats SMALLINT NOT NULL, 
	options TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	public BOOLEAN NOT NULL, 
	practice BOOLEAN NOT NULL, 
	position TEXT, 
	seed BLOB, 
	commitment VARCHAR(64) NOT NULL, 
	deal VARCHAR(12) NOT NULL, 
	remarks TEXT, 
	length INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	turn SMALLINT, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	ended FLOAT, 
	expires FLOAT, 
	address VARCHAR(32) NOT NULL, 
	rematch VARCHAR(12), 
	clock_left TEXT, 
	clock_since FLOAT, 
	deadline FLOAT, 
	bot_due FLOAT, 
	lease VARCHAR(12), 
	lease_process VARCHAR(12), 
	lease_until FLOAT NOT NULL, 
	failures INTEGER NOT NULL, 
	takeover VARCHAR(32), 
	fingerprint VARCHAR(32), 
	shown_fingerprint VARCHAR(32), 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('49psf3dsiwm5','azul',2,'{"wall":"coloured","first":"random"}','{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}','playing',1,1,NULL,X'D39BB071691EA707E78D6538B8CC378ECB3E2B51D577EA7946A6E0F2C8C0124C','def0e03a25e633e4f24fc5bbd0282a2c1173ecb9aea7ba44aa15c66f0bab24dc','1uw7qima6h54',NULL,15,14,0,1000000.0,1000000.0,NULL,8776630.0,'6e601bc24966e9c13181783e1f09c72f',NULL,'[630.0,630.0]',1000000.0,1000630.0,NULL,NULL,NULL,0.0,0,NULL,'713ff7809a015fb4e2200b3a4e3a4fa6','713ff7809a015fb4e2200b3a4e3a4fa6');
INSERT INTO "tables" VALUES('idwqzoabd9oy','duel',2,'{"tablets":"first","free_draw_at_zero":"false","special_is_a_colour":"true","first":"random"}','{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}','playing',1,1,NULL,X'DF1059BAD362015F63C75C3D33FB8BD6B8F6D5BCC903FE4F85A38436EF47177A','516cc18f915d87b72d3e8f75d7b5a6829759aca7610be28509c86de6701a5161','sygw988wj6tn',NULL,17,14,1,1000000.0,1000000.0,NULL,8776610.0,'6e601bc24966e9c13181783e1f09c72f',NULL,'[610.0,610.0]',1000000.0,1000610.0,NULL,NULL,NULL,0.0,0,NULL,'188e7bd72fb1802b16e7f5e17e0830b6','96f9597e6f7c8a12c5dff66f5c0cc60d');
INSERT INTO "tables" VALUES('2pk0hm37qitc','garden',2,'{"side":"standard","first":"random"}','{"undo":"turn","confirm":true,"helpers":"previews","clock":{"kind":"game","seconds":600,"increment":5},"public":true,"takeover":null}','playing',1,1,NULL,X'5F0D345DFBFDB4EC66D25D7F427A51F8FF90B5DEE2BEDB37FD4CB62BA2C92664','bbf9f919418e541e459c087f381d6866b88fcd06616740be72e64c9a44644633','527jz5lpov99',NULL,18,14,1,1000000.0,1000000.0,NULL,8776615.0,'6e601bc24966e9c13181783e1f09c72f',NULL,'[620.0,615.0]',1000000.0,1000615.0,NULL,NULL,NULL,0.0,0,NULL,'c37b70e32c16d6910f212c20db1d62d0','c37b70e32c16d6910f212c20db1d62d0');
INSERT INTO "tables" VALUES('1mm6x3bgjy8w','azul',3,'{"wall":"coloured","first":"random"}','{"undo":"turn","confirm":true,"helpers":"previews","clock":null,"public":true,"takeover":null}','over',1,0,NULL,X'AA0B7865C3A17CBAE1C0044AB44B5355032CF8A4F4A884C3FF519C67D54FC944','678661cae0c67a3a5d1bd5ddf8917b4f84e2197616ae775b6a9c3e579ed7fe10','5ihid2ougl5p',NULL,4,3,NULL,1000000.0,1000000.0,1000000.0,32536000.0,'6e601bc24966e9c13181783e1f09c72f',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,0,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('5820xi19gvcp','azul',2,'{"wall":"coloured","first":"random"}','{"undo":"turn","confirm":true,"helpers":"previews","clock":null,"public":true,"takeover":null}','open',1,0,NULL,X'94D8A4E710233C257E80CA7D34D84DAB9103B89961167FECE61FE38446DA7449','bbbeed9d1482feb6074121d530f8b7956c580eb5e704abb50db8c642f9cb7796','4p85qps9ljfz',NULL,0,1,NULL,1000000.0,1000000.0,NULL,1604800.0,'6e601bc24966e9c13181783e1f09c72f',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,0,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('lcqk76rhrn4n','azul',2,'{"wall":"coloured","first":"random"}','{"undo":"free","confirm":false,"helpers":"none","clock":null,"public":false,"takeover":null}','archived',0,1,NULL,NULL,'516cc18f915d87b72d3e8f75d7b5a6829759aca7610be28509c86de6701a5161','lcqk76rhrn4n','{"given":0,"comments":{},"evaluations":{}}',2,0,NULL,1000000.0,1000000.0,NULL,32536000.0,'6e601bc24966e9c13181783e1f09c72f',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,0,NULL,NULL,NULL);
CREATE TABLE tokens (
	table_id VARCHAR(12) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	seat SMALLINT NOT NULL, 
	created FLOAT NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (table_id, hash), 
	CONSTRAINT fk_tokens_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "tokens" VALUES('49psf3dsiwm5','12c367b4de5e7ce225620352a28f36b10e2d09f7cd32fbdb59b14911fdff92a0',-1,1000000.0);
INSERT INTO "tokens" VALUES('49psf3dsiwm5','45237d4d7f7830d675db60151120fa43eae1481658bdec71c7731bdf3e0e7122',0,1000000.0);
INSERT INTO "tokens" VALUES('49psf3dsiwm5','25a4513814b899cbab4324763e6d541884a32d0f61bf9b0c3b1012a3616961f2',1,1000000.0);
INSERT INTO "tokens" VALUES('idwqzoabd9oy','a23df7b92de0d93ceadf9fbf9f68fa9e5097e65a8905d04c2be4895ddd0885f2',-1,1000000.0);
INSERT INTO "tokens" VALUES('idwqzoabd9oy','80bda59065efe0998770810456ee5918ac7c73e18d49a2151b0e1705e1d892d1',0,1000000.0);
INSERT INTO "tokens" VALUES('idwqzoabd9oy','1dd5339d00461a34121c27eb84a39f2a599f6d4b4bfb7d8fac5873cd315b4084',1,1000000.0);
INSERT INTO "tokens" VALUES('2pk0hm37qitc','9c3d3b327f2e33224dae7b59052dbd0c69249674ca76b07e082259a329b3c100',-1,1000000.0);
INSERT INTO "tokens" VALUES('2pk0hm37qitc','3d2d5070662646e61ce81ad2665716d3b6e5cd7b577352c049f330b9c7cd64fc',0,1000000.0);
INSERT INTO "tokens" VALUES('2pk0hm37qitc','ca5c7a60e2c2a4333dc204a6680650c0fcd052729a630a1649b5df469f9fe98b',1,1000000.0);
INSERT INTO "tokens" VALUES('1mm6x3bgjy8w','4b519d44877a73596f63fd292c644364affcfa1d2dc592a028674d6c1bd54cc4',-1,1000000.0);
INSERT INTO "tokens" VALUES('1mm6x3bgjy8w','650be6f91c51092f266d8b5e0fdbb41663b737e10fb9c66e1e2fbc6497465c85',0,1000000.0);
INSERT INTO "tokens" VALUES('1mm6x3bgjy8w','aa1f90d9f491c70d4a6da1a8ecc8506de1ece9a602a7f150118a265e479fef0a',1,1000000.0);
INSERT INTO "tokens" VALUES('5820xi19gvcp','5083d8b6331bf5d9115d41dfd463ce9027844559b4dcee0edb83c6e2a5513796',-1,1000000.0);
INSERT INTO "tokens" VALUES('5820xi19gvcp','900740664e9b8bf899713af90fd127290d7449ecb53b442e6b6896346b36f418',0,1000000.0);
INSERT INTO "tokens" VALUES('lcqk76rhrn4n','f2a1968de576d7134db2781d50a649f551a206ff6ce805e2b0f47b31275bd846',-1,1000000.0);
CREATE INDEX ix_tables_commitment ON tables (commitment);
CREATE INDEX ix_tables_deal ON tables (deal);
CREATE INDEX ix_tables_expires ON tables (expires);
CREATE INDEX ix_tables_address ON tables (address);
CREATE INDEX ix_tables_deadline ON tables (deadline);
CREATE INDEX ix_tables_bot_due ON tables (bot_due);
CREATE INDEX ix_tables_takeover ON tables (takeover);
CREATE INDEX ix_tables_fingerprint ON tables (fingerprint);
CREATE INDEX ix_tables_shown_fingerprint ON tables (shown_fingerprint);
CREATE INDEX ix_tables_public_created ON tables (public, created, id);
CREATE INDEX ix_presence_process ON presence (process);
COMMIT;
