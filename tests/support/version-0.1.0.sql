PRAGMA foreign_keys = OFF;
CREATE TABLE migrations (folder_millis integer primary key, hash text not null);
INSERT INTO migrations VALUES (1795223710885,'df4f7c6b77d2949b046b9f28dd8237c28b263ffb3de2d34eeeddc60a174a79cc');
INSERT INTO migrations VALUES (1795223712277,'fa40cdcb591d22deb5fb3ba5de0ec58776f3e65455ab43d44c7caf9e5126a4a5');
INSERT INTO migrations VALUES (1795224360761,'5cac5279761edbe88a8d66ed72697c2ec95c001cf8b7f0b30a1fd554f79550f1');
INSERT INTO migrations VALUES (1795224488448,'f8a580e6acd6898ca3020d2b4aaba00dd70bd7e67f18e0aa2b59fa986f9d2350');
INSERT INTO migrations VALUES (1795224606606,'cfb21150e95eba7751802558ad3c55846f6b33411f3d0791cbb4895e9bc69da6');
INSERT INTO migrations VALUES (1795224610691,'a3dc28a270761bf598f0665181f84e4825fb94149ec64a7f0627e870329adc78');
INSERT INTO migrations VALUES (1795224813642,'0217407b087fe4b5dcc6f04b9f7ac08aad2def6baee3dae3877b2f1a8a1f7b0e');
INSERT INTO migrations VALUES (1795224973567,'fc2ed9ce38fa3d6ab5472c092883242a22a5987a38a8e10db2d11c86bd43cf8b');
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`full_name` text NOT NULL,
	`password_hash` text,
	`role` text NOT NULL,
	`google_subject` text,
	`profile_image_key` text,
	`phone` text,
	`created_at` integer NOT NULL
);
INSERT INTO accounts VALUES ('af306d63-64ef-4642-a29e-ba10186d011c','admin@mcxi.example','Administrator','$argon2id$v=19$m=19456,t=2,p=1$8wkpTPO60W6R8KwegEUeFQ$1/YVcVMI7nWIwf2ZRkdYd/iTP13uBiNV49RutGTB0y4','admin',NULL,NULL,NULL,1795546739984);
INSERT INTO accounts VALUES ('a256bd07-4cdb-4b01-a18b-13d1e143c280','grace@example.com','Grace Hopper','$argon2id$v=19$m=19456,t=2,p=1$cf5suyZ5F3rmOo8yx16Dyg$EKAZ7Rg+CIfhufJcvqj8ldZ+fd7p7/YAR1S3E1D/kus','admin',NULL,NULL,NULL,1795546744044);
INSERT INTO accounts VALUES ('5cccc538-c2a9-4afb-b6a7-76b64606e599','ada@example.com','Ada Lovelace','$argon2id$v=19$m=19456,t=2,p=1$cf5suyZ5F3rmOo8yx16Dyg$EKAZ7Rg+CIfhufJcvqj8ldZ+fd7p7/YAR1S3E1D/kus','user',NULL,NULL,NULL,1795546744051);
INSERT INTO accounts VALUES ('564e4808-0bc3-418c-9d0f-3d4b9e88343e','member-3-15f4cbe7@example.test','Member 3','$argon2id$v=19$m=19456,t=2,p=1$cf5suyZ5F3rmOo8yx16Dyg$EKAZ7Rg+CIfhufJcvqj8ldZ+fd7p7/YAR1S3E1D/kus','user',NULL,NULL,NULL,1795546744179);
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text,
	`address` text,
	`request_id` text
);
INSERT INTO audit_entries VALUES ('db3d314f-3f22-4a6b-981a-170cf61899b9',1795546744367,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.open','order','ecb67716-f6e7-475f-b67c-4901f13f92ce','{"cells":[233]}','127.0.0.1','3c545c13-338a-4414-9140-4db0ee2af914');
INSERT INTO audit_entries VALUES ('c7e95116-dd9e-40a9-976f-205d9242bff8',1795546744540,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.hold','order','ecb67716-f6e7-475f-b67c-4901f13f92ce','{"hold":{"kind":"hold","heldAt":1795546744540,"until":1795550344540}}','127.0.0.1','79e22541-e2eb-4997-9bd8-683084ade1a5');
INSERT INTO audit_entries VALUES ('b4def86a-8a7a-4dd3-b115-2170d866ced1',1795546744860,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.submit','order','ecb67716-f6e7-475f-b67c-4901f13f92ce','{"totalPence":10000000,"cells":[233],"gone":[]}','127.0.0.1','04c64c1c-5b2d-43e9-8a89-07b792c7c302');
INSERT INTO audit_entries VALUES ('9236044d-a068-450b-9c67-192f318f5c92',1795546745008,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.open','order','2bf23ce4-fbb5-4543-a922-152c2c87098e','{"cells":[142]}','127.0.0.1','469325fb-fc8b-4e4d-a4ac-3e03c26f119c');
INSERT INTO audit_entries VALUES ('ea2ff875-5aa8-4a88-bd50-e8c1d71f2f5a',1795546745060,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.hold','order','2bf23ce4-fbb5-4543-a922-152c2c87098e','{"hold":{"kind":"hold","heldAt":1795546745060,"until":1795550345060}}','127.0.0.1','b4b19e13-dfe2-4674-b1b4-232fdf147e6a');
INSERT INTO audit_entries VALUES ('c85f4228-f28a-41e9-93f2-a420403d0865',1795546745168,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.submit','order','2bf23ce4-fbb5-4543-a922-152c2c87098e','{"totalPence":10000000,"cells":[142],"gone":[]}','127.0.0.1','17f17cc9-46a4-4e1e-9b84-de0c8608ff17');
INSERT INTO audit_entries VALUES ('48ffe159-a0aa-4c64-9dcc-4b89cf284ad5',1795546745401,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.open','order','7564772e-d743-43ed-ba76-2e815d98ef5c','{"cells":[198,199]}','127.0.0.1','1796538e-00a9-4827-85df-065a9abe5550');
INSERT INTO audit_entries VALUES ('67177d62-9934-4b8d-9ebd-94d79549161e',1795546745476,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.hold','order','7564772e-d743-43ed-ba76-2e815d98ef5c','{"hold":{"kind":"hold","heldAt":1795546745476,"until":1795550345476}}','127.0.0.1','42aa7e62-8f2f-4606-8dc2-ab2fdb551b08');
INSERT INTO audit_entries VALUES ('e04b2d52-cad9-49e1-a384-2aad0b1f52e2',1795546745658,'564e4808-0bc3-418c-9d0f-3d4b9e88343e','order.submit','order','7564772e-d743-43ed-ba76-2e815d98ef5c','{"totalPence":20000000,"cells":[198,199],"gone":[]}','127.0.0.1','47f9a96f-c3ca-4927-8fd8-af146281ac3e');
INSERT INTO audit_entries VALUES ('63730b11-379b-41f6-a95d-55169a47c4fc',1795546746346,'a256bd07-4cdb-4b01-a18b-13d1e143c280','order.approve','order','ecb67716-f6e7-475f-b67c-4901f13f92ce','{}',NULL,NULL);
CREATE TABLE `cell_holders` (
	`cell` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text,
	`order_id` text,
	`hold_until` integer,
	`creative_id` text,
	`since` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creative_id`) REFERENCES `creatives`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cell_holders_house" CHECK(("cell_holders"."kind" = 'house') = ("cell_holders"."account_id" is null)),
	CONSTRAINT "cell_holders_until" CHECK(("cell_holders"."kind" = 'hold') = ("cell_holders"."hold_until" is not null))
);
INSERT INTO cell_holders VALUES (1,'owned','5cccc538-c2a9-4afb-b6a7-76b64606e599','39e7ea33-7bb8-4135-a2ab-ddd7060cca56',NULL,'04bb5ad2-130c-4b44-b708-e3ec88d48dc4',1795546744067);
INSERT INTO cell_holders VALUES (142,'owned','564e4808-0bc3-418c-9d0f-3d4b9e88343e','2bf23ce4-fbb5-4543-a922-152c2c87098e',NULL,NULL,1795546745168);
INSERT INTO cell_holders VALUES (198,'owned','564e4808-0bc3-418c-9d0f-3d4b9e88343e','7564772e-d743-43ed-ba76-2e815d98ef5c',NULL,NULL,1795546745658);
INSERT INTO cell_holders VALUES (199,'owned','564e4808-0bc3-418c-9d0f-3d4b9e88343e','7564772e-d743-43ed-ba76-2e815d98ef5c',NULL,NULL,1795546745658);
INSERT INTO cell_holders VALUES (233,'owned','564e4808-0bc3-418c-9d0f-3d4b9e88343e','ecb67716-f6e7-475f-b67c-4901f13f92ce',NULL,NULL,1795546744860);
INSERT INTO cell_holders VALUES (502,'hold','5cccc538-c2a9-4afb-b6a7-76b64606e599','b511a367-a04e-4663-8ace-1b66ba49b1db',1795550344136,NULL,1795546744136);
INSERT INTO cell_holders VALUES (1100,'house',NULL,NULL,NULL,NULL,1795546744170);
CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`account_id` text,
	`code_hash` text,
	`payload` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`resend_after` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer,
	`consumed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`type` text NOT NULL,
	`discount` integer NOT NULL,
	`min_purchase_pence` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
INSERT INTO coupons VALUES ('f980507e-8fdd-42eb-a369-6e15fc18135f','TEN','percentage',1000,0,1795460344169,1795633144169,1,1795546744169,1795546744169);
CREATE TABLE `creatives` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`description` text NOT NULL,
	`link` text NOT NULL,
	`image_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`image_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action
);
INSERT INTO creatives VALUES ('04bb5ad2-130c-4b44-b708-e3ec88d48dc4','5cccc538-c2a9-4afb-b6a7-76b64606e599','Analytical engines','https://example.com/',NULL,1795546744100,1795546744100);
CREATE TABLE `files` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`name` text NOT NULL,
	`width` integer,
	`height` integer,
	`account_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO files VALUES ('receipts/P4QinDdYOv35tUYcSl66NsOXHuM9kZMp.pdf','receipt','application/pdf',193,'receipt.pdf',NULL,NULL,'564e4808-0bc3-418c-9d0f-3d4b9e88343e',1795546744860);
INSERT INTO files VALUES ('receipts/uM7iaN7Xm-aXx7e-gte7zRvw5InlCCB_.pdf','receipt','application/pdf',193,'receipt.pdf',NULL,NULL,'564e4808-0bc3-418c-9d0f-3d4b9e88343e',1795546745168);
INSERT INTO files VALUES ('receipts/rtLCq7m9ON6CH3FKx2acXRBdNZQHdosL.pdf','receipt','application/pdf',193,'receipt.pdf',NULL,NULL,'564e4808-0bc3-418c-9d0f-3d4b9e88343e',1795546745658);
CREATE TABLE `grid_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
INSERT INTO grid_state VALUES (1,28);
CREATE TABLE `order_cells` (
	`order_id` text NOT NULL,
	`cell` integer NOT NULL,
	`type` text NOT NULL,
	`price_pence` integer NOT NULL,
	PRIMARY KEY(`order_id`, `cell`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO order_cells VALUES ('39e7ea33-7bb8-4135-a2ab-ddd7060cca56',1,'medium',100000000);
INSERT INTO order_cells VALUES ('61757262-3437-4232-a94f-374ede37caa5',500,'tiny',10000000);
INSERT INTO order_cells VALUES ('61757262-3437-4232-a94f-374ede37caa5',501,'tiny',10000000);
INSERT INTO order_cells VALUES ('b511a367-a04e-4663-8ace-1b66ba49b1db',502,'tiny',10000000);
INSERT INTO order_cells VALUES ('ecb67716-f6e7-475f-b67c-4901f13f92ce',233,'tiny',10000000);
INSERT INTO order_cells VALUES ('2bf23ce4-fbb5-4543-a922-152c2c87098e',142,'tiny',10000000);
INSERT INTO order_cells VALUES ('7564772e-d743-43ed-ba76-2e815d98ef5c',198,'tiny',10000000);
INSERT INTO order_cells VALUES ('7564772e-d743-43ed-ba76-2e815d98ef5c',199,'tiny',10000000);
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`subtotal_pence` integer NOT NULL,
	`discount_pence` integer DEFAULT 0 NOT NULL,
	`total_pence` integer NOT NULL,
	`coupon_id` text,
	`coupon_code` text,
	`held_at` integer,
	`hold_until` integer,
	`name` text,
	`email` text,
	`contact_no` text,
	`country` text,
	`bank_name` text,
	`bank_account_no` text,
	`payment_id` text,
	`payment_receipt_key` text,
	`swift_receipt_key` text,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`failure_reason` text, `proceeded_at` integer, `hold_ended_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`swift_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO orders VALUES ('39e7ea33-7bb8-4135-a2ab-ddd7060cca56','TEST-39E7EA33','5cccc538-c2a9-4afb-b6a7-76b64606e599','approved',1,100000000,0,100000000,NULL,NULL,NULL,NULL,'Example Buyer Ltd','buyer@example.test','+447700900123','UK','Example Bank','GB00EXMP00000000','TX-1',NULL,NULL,1795546744067,1795546744067,NULL,NULL,NULL,NULL,NULL);
INSERT INTO orders VALUES ('61757262-3437-4232-a94f-374ede37caa5','TEST-61757262','5cccc538-c2a9-4afb-b6a7-76b64606e599','rejected',1,20000000,0,20000000,NULL,NULL,NULL,NULL,'Example Buyer Ltd','buyer@example.test','+447700900123','UK','Example Bank','GB00EXMP00000000','TX-1',NULL,NULL,1795546744130,1795546744130,NULL,NULL,NULL,NULL,NULL);
INSERT INTO orders VALUES ('b511a367-a04e-4663-8ace-1b66ba49b1db','TEST-B511A367','5cccc538-c2a9-4afb-b6a7-76b64606e599','open',1,10000000,0,10000000,NULL,NULL,1795546744136,1795550344136,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795546744136,NULL,NULL,NULL,NULL,1795546744136,NULL);
INSERT INTO orders VALUES ('ecb67716-f6e7-475f-b67c-4901f13f92ce','WF43JMC4','564e4808-0bc3-418c-9d0f-3d4b9e88343e','approved',4,10000000,0,10000000,NULL,NULL,1795546744540,1795550344540,'Example Buyer Ltd','member-3-15f4cbe7@example.test','+442079460000','UK','Example Bank','GB00EXMP00000000','TX-0.759720969454865','receipts/P4QinDdYOv35tUYcSl66NsOXHuM9kZMp.pdf',NULL,1795546744367,1795546744860,1795546746346,'a256bd07-4cdb-4b01-a18b-13d1e143c280',NULL,1795546744540,NULL);
INSERT INTO orders VALUES ('2bf23ce4-fbb5-4543-a922-152c2c87098e','NG9KP3DF','564e4808-0bc3-418c-9d0f-3d4b9e88343e','pending',3,10000000,0,10000000,NULL,NULL,1795546745060,1795550345060,'Example Buyer Ltd','member-3-15f4cbe7@example.test','+442079460000','UK','Example Bank','GB00EXMP00000000','TX-0.5060992376509061','receipts/uM7iaN7Xm-aXx7e-gte7zRvw5InlCCB_.pdf',NULL,1795546745008,1795546745168,NULL,NULL,NULL,1795546745060,NULL);
INSERT INTO orders VALUES ('7564772e-d743-43ed-ba76-2e815d98ef5c','DHWXTHTN','564e4808-0bc3-418c-9d0f-3d4b9e88343e','pending',3,20000000,0,20000000,NULL,NULL,1795546745476,1795550345476,'Example Buyer Ltd','member-3-15f4cbe7@example.test','+442079460000','UK','Example Bank','GB00EXMP00000000','TX-0.6462913632891718','receipts/rtLCq7m9ON6CH3FKx2acXRBdNZQHdosL.pdf',NULL,1795546745401,1795546745658,NULL,NULL,NULL,1795546745476,NULL);
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`locked_until` integer,
	`sent_at` integer,
	`failed_at` integer,
	`last_error` text
, `reply_to` text);
INSERT INTO outbox VALUES ('c1222a21-ec4f-4f2e-81b2-5e13b11cf6ad',NULL,'contact-received','nobody@example.com','We have received your message','Short.','<p>Short.</p>',1,1795546744171,1795546744171,NULL,NULL,1795546744171,'Can''t send mail - all recipients were rejected: 550 No such mailbox','support@mcxi.example');
INSERT INTO outbox VALUES ('4d15a15c-dd68-433d-8af6-e6dd46dbbb25','checkout-held:ecb67716-f6e7-475f-b67c-4901f13f92ce:1795550344540','checkout-held','member-3-15f4cbe7@example.test','Your pixels are on hold, reference WF43JMC4','Short.','<p>Short.</p>',1,1795546744540,1795546744540,NULL,1795546744908,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('0ddd3ca1-4a1f-46d1-b0ed-219e374f5fd2','order-submitted:ecb67716-f6e7-475f-b67c-4901f13f92ce','order-received','member-3-15f4cbe7@example.test','We have received your order WF43JMC4','Short.','<p>Short.</p>',1,1795546744860,1795546744860,NULL,1795546745314,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('145eaadf-165b-4298-bd25-5a44780a0463','checkout-held:2bf23ce4-fbb5-4543-a922-152c2c87098e:1795550345060','checkout-held','member-3-15f4cbe7@example.test','Your pixels are on hold, reference NG9KP3DF','Short.','<p>Short.</p>',1,1795546745060,1795546745060,NULL,1795546745300,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('a79eb36f-1592-4ae3-90f5-7899ee432a20','order-submitted:2bf23ce4-fbb5-4543-a922-152c2c87098e','order-received','member-3-15f4cbe7@example.test','We have received your order NG9KP3DF','Short.','<p>Short.</p>',1,1795546745168,1795546745168,NULL,1795546745771,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('857c7988-8580-4f1c-8613-b05e0a52a4a7','checkout-held:7564772e-d743-43ed-ba76-2e815d98ef5c:1795550345476','checkout-held','member-3-15f4cbe7@example.test','Your pixels are on hold, reference DHWXTHTN','Short.','<p>Short.</p>',1,1795546745476,1795546745476,NULL,1795546745785,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('b362eb27-0ac1-40ff-9c13-7c5e0c986d2a','order-submitted:7564772e-d743-43ed-ba76-2e815d98ef5c','order-received','member-3-15f4cbe7@example.test','We have received your order DHWXTHTN','Short.','<p>Short.</p>',1,1795546745658,1795546745658,NULL,1795546745792,NULL,NULL,'support@mcxi.example');
INSERT INTO outbox VALUES ('465a3454-5b14-4b5e-a341-39af7dd9e2ab','order-approved:ecb67716-f6e7-475f-b67c-4901f13f92ce','order-approved','member-3-15f4cbe7@example.test','Your order WF43JMC4 is confirmed','Short.','<p>Short.</p>',0,1795546746346,1795546746346,NULL,NULL,NULL,NULL,'support@mcxi.example');
CREATE TABLE `pixel_prices` (
	`type` text PRIMARY KEY NOT NULL,
	`pence` integer NOT NULL,
	`updated_at` integer NOT NULL
);
INSERT INTO pixel_prices VALUES ('large',1000000000,1795546739984);
INSERT INTO pixel_prices VALUES ('medium',100000000,1795546739984);
INSERT INTO pixel_prices VALUES ('small',50000000,1795546739984);
INSERT INTO pixel_prices VALUES ('tiny',10000000,1795546739984);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`signed_in_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
CREATE TABLE `transfer_cells` (
	`transfer_id` text NOT NULL,
	`cell` integer NOT NULL,
	`open` integer, `price_pence` integer,
	PRIMARY KEY(`transfer_id`, `cell`),
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO transfer_cells VALUES ('76f04dd2-2100-459a-b707-85e055312845',1,1,NULL);
INSERT INTO transfer_cells VALUES ('27b3fa38-6349-4fee-84e7-6ffa96469751',1,NULL,NULL);
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text,
	`recipient_email` text NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`till` integer,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`sender_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO transfers VALUES ('76f04dd2-2100-459a-b707-85e055312845','5cccc538-c2a9-4afb-b6a7-76b64606e599','bob@example.com','open',1,NULL,1795546744166,NULL);
INSERT INTO transfers VALUES ('27b3fa38-6349-4fee-84e7-6ffa96469751','5cccc538-c2a9-4afb-b6a7-76b64606e599','carol@example.com','rejected',1,NULL,1795546744168,1795546744168);
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`address` text,
	`created_at` integer NOT NULL
);
CREATE TABLE `grid_pictures` (
	`hash` text PRIMARY KEY NOT NULL,
	`recipe` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `spent_payment_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`spent_at` integer NOT NULL
);
CREATE VIRTUAL TABLE order_search using fts5(order_id unindexed, body, tokenize = 'trigram');
INSERT INTO order_search VALUES ('39e7ea33-7bb8-4135-a2ab-ddd7060cca56','TEST-39E7EA33
TEST39E7EA33
39e7ea33-7bb8-4135-a2ab-ddd7060cca56
Example Buyer Ltd
buyer@example.test
Ada Lovelace
ada@example.com
TX-1
TX1');
INSERT INTO order_search VALUES ('61757262-3437-4232-a94f-374ede37caa5','TEST-61757262
TEST61757262
61757262-3437-4232-a94f-374ede37caa5
Example Buyer Ltd
buyer@example.test
Ada Lovelace
ada@example.com
TX-1
TX1');
INSERT INTO order_search VALUES ('ecb67716-f6e7-475f-b67c-4901f13f92ce','WF43JMC4
WF43JMC4
ecb67716-f6e7-475f-b67c-4901f13f92ce
Example Buyer Ltd
member-3-15f4cbe7@example.test
Member 3
member-3-15f4cbe7@example.test
TX-0.759720969454865
TX0.759720969454865');
INSERT INTO order_search VALUES ('2bf23ce4-fbb5-4543-a922-152c2c87098e','NG9KP3DF
NG9KP3DF
2bf23ce4-fbb5-4543-a922-152c2c87098e
Example Buyer Ltd
member-3-15f4cbe7@example.test
Member 3
member-3-15f4cbe7@example.test
TX-0.5060992376509061
TX0.5060992376509061');
INSERT INTO order_search VALUES ('7564772e-d743-43ed-ba76-2e815d98ef5c','DHWXTHTN
DHWXTHTN
7564772e-d743-43ed-ba76-2e815d98ef5c
Example Buyer Ltd
member-3-15f4cbe7@example.test
Member 3
member-3-15f4cbe7@example.test
TX-0.6462913632891718
TX0.6462913632891718');
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);
CREATE UNIQUE INDEX `accounts_google_subject_unique` ON `accounts` (`google_subject`);
CREATE INDEX `audit_subject` ON `audit_entries` (`subject_type`,`subject_id`);
CREATE INDEX `audit_at` ON `audit_entries` (`at`);
CREATE INDEX `cell_holders_account` ON `cell_holders` (`account_id`);
CREATE INDEX `cell_holders_order` ON `cell_holders` (`order_id`);
CREATE INDEX `cell_holders_hold` ON `cell_holders` (`hold_until`);
CREATE INDEX `cell_holders_creative` ON `cell_holders` (`creative_id`);
CREATE INDEX `challenges_email` ON `challenges` (`email`,`purpose`);
CREATE INDEX `challenges_expiry` ON `challenges` (`expires_at`);
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (upper("code"));
CREATE INDEX `order_cells_cell` ON `order_cells` (`cell`);
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`account_id`) WHERE "orders"."status" = 'open';
CREATE INDEX `orders_account` ON `orders` (`account_id`,`submitted_at`);
CREATE INDEX `orders_submitted` ON `orders` (`submitted_at`);
CREATE INDEX `orders_payment_id` ON `orders` (`payment_id`);
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE INDEX `throttles_window` ON `throttles` (`window_ends_at`);
CREATE UNIQUE INDEX `transfer_cells_one_open` ON `transfer_cells` (`cell`,`open`);
CREATE INDEX `transfers_recipient` ON `transfers` (`recipient_email`,`status`);
CREATE INDEX `transfers_sender` ON `transfers` (`sender_id`);
CREATE TRIGGER cell_holders_insert_changes_grid after insert on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER cell_holders_update_changes_grid after update on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER cell_holders_delete_changes_grid after delete on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER creatives_insert_changes_grid after insert on creatives begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER creatives_update_changes_grid after update on creatives begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER creatives_delete_changes_grid after delete on creatives begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER pixel_prices_insert_changes_grid after insert on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER pixel_prices_update_changes_grid after update on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER pixel_prices_delete_changes_grid after delete on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER transfer_cells_insert_changes_grid after insert on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER transfer_cells_update_changes_grid after update on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER transfer_cells_delete_changes_grid after delete on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER settings_insert_changes_grid after insert on settings begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER settings_update_changes_grid after update on settings begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER settings_delete_changes_grid after delete on settings begin update grid_state set version = version + 1 where id = 1; end;
CREATE TRIGGER orders_status_changes_grid after update of status on orders begin update grid_state set version = version + 1 where id = 1; end;
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`);
CREATE INDEX `orders_status` ON `orders` (`status`,`submitted_at`,`total_pence`);
CREATE INDEX `outbox_failed` ON `outbox` (`failed_at`) WHERE "outbox"."failed_at" is not null;
CREATE INDEX orders_payment_id_as_typed on orders (upper(replace(replace(payment_id, ' ', ''), '-', '')));
CREATE TRIGGER order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || replace(replace(coalesce(new.payment_id, ''), '-', ''), ' ', '') from accounts where accounts.id = new.account_id;
end;
CREATE TRIGGER order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || replace(replace(coalesce(new.payment_id, ''), '-', ''), ' ', '') from accounts where accounts.id = new.account_id;
end;
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`) WHERE "outbox"."sent_at" is not null;
