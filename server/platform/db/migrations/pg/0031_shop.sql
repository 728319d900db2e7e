CREATE TABLE "shop_cart" (
	"cid" text NOT NULL,
	"tenant" text NOT NULL,
	"user_id" text NOT NULL,
	"sku" text NOT NULL,
	"quantity" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"reserved" integer NOT NULL,
	"reserved_until" bigint,
	"at" bigint NOT NULL,
	CONSTRAINT "shop_cart_cid_tenant_user_id_sku_pk" PRIMARY KEY("cid","tenant","user_id","sku")
);
--> statement-breakpoint
CREATE TABLE "shop_order" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"tenant" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"lines" jsonb NOT NULL,
	"address" jsonb NOT NULL,
	"note" text NOT NULL,
	"expected_on" text,
	"tracking" text,
	"at" bigint NOT NULL,
	"state_at" bigint NOT NULL,
	"billed_at" bigint,
	"credited_at" bigint,
	CONSTRAINT "shop_order_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "shop_product" (
	"cid" text NOT NULL,
	"sku" text NOT NULL,
	"name_de" text NOT NULL,
	"name_en" text NOT NULL,
	"kind" text NOT NULL,
	"fits" jsonb NOT NULL,
	"net_cents" integer NOT NULL,
	"vat_percent" integer NOT NULL,
	"stock" integer NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "shop_product_cid_sku_pk" PRIMARY KEY("cid","sku")
);
--> statement-breakpoint
CREATE INDEX "shop_cart_at" ON "shop_cart" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_order_number" ON "shop_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "shop_order_tenant" ON "shop_order" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "shop_order_state" ON "shop_order" USING btree ("state","at");