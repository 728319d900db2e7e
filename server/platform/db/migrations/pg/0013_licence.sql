CREATE TABLE "issued_licence" (
	"cid" text NOT NULL,
	"tenant" text NOT NULL,
	"seq" integer NOT NULL,
	"serialnumber" text NOT NULL,
	"file" text NOT NULL,
	"at" bigint NOT NULL,
	"user_id" text NOT NULL,
	"is_by_hand" boolean NOT NULL,
	CONSTRAINT "issued_licence_cid_tenant_seq_pk" PRIMARY KEY("cid","tenant","seq")
);
--> statement-breakpoint
CREATE TABLE "licence" (
	"cid" text NOT NULL,
	"file" text,
	"seq" integer NOT NULL,
	"noticed_at" bigint NOT NULL,
	"seats_over_since" bigint,
	"tablets_over_since" bigint,
	CONSTRAINT "licence_cid_pk" PRIMARY KEY("cid")
);
